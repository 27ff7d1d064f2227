package dev.aimonflink.gateway.relation;

import dev.aimonflink.sql.evaluate.Row;
import dev.aimonflink.sql.plan.Output;
import dev.aimonflink.sql.plan.Plan;
import dev.aimonflink.sql.plan.Table;
import dev.aimonflink.sql.plan.Tables;
import dev.aimonflink.sql.type.SqlType.Kind;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;

/**
 * What a query needs of the job: a table, or the rows of a part of its plan.
 *
 * @param job the schema of the job that is asked
 * @param table with all columns, of which only the used ones have values
 * @param text the statement that reads it
 */
public record JobRead(String job, Table table, String text, List<Output> columns, int[] places) {

    /** For an unused column. */
    private static final int NONE = -1;

    /** @param number among what the query reads */
    static JobRead of(int number, Plan plan, JobText text, BitSet used) {
        List<Output> columns = new ArrayList<>();
        int[] places = new int[plan.outputs().size()];
        for (int i = 0; i < places.length; i++) {
            boolean isUsed = used.get(i) || text.needsAllColumns();
            places[i] = isUsed ? columns.size() : NONE;
            if (isUsed) {
                columns.add(plan.outputs().get(i));
            }
        }
        String name = plan instanceof Plan.Scan scan ? scan.table().name() : "of the job";
        return new JobRead(
                text.job(),
                new Table(name + " " + number, text.named(plan.columns()), Map.of()),
                text.statement(column -> places[column] != NONE),
                List.copyOf(columns),
                places);
    }

    /** As EXPLAIN shows it. */
    String step() {
        return "Ask the job" + (job.equals(Tables.SCHEMA) ? "" : " " + job) + ": " + text;
    }

    Row row(Object[] answered) {
        for (int i = 0; i < columns.size(); i++) {
            if (answered[i] instanceof Double number && columns.get(i).type().is(Kind.REAL)) {
                answered[i] = number.floatValue();
            }
        }
        return column -> places[column] == NONE ? null : answered[places[column]];
    }
}
