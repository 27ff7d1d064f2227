package dev.aimonflink.query.ask.cut;

import dev.aimonflink.query.ask.tables.MatrixTables;
import dev.aimonflink.query.ask.tables.ModelRelations;
import dev.aimonflink.query.compute.partial.NestedPartials;
import dev.aimonflink.query.compute.partial.Partial;
import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.evaluate.Row;
import dev.aimonflink.sql.plan.Output;
import dev.aimonflink.sql.plan.Plan;
import dev.aimonflink.sql.plan.PlannedQuery;
import dev.aimonflink.sql.rows.RowEngine;
import dev.aimonflink.sql.simplify.Simplified;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The first round of a query: the queries in its expressions. With their values as constants, partitions test, group and sort their rows
 * themselves; otherwise they would send all rows to the merger.
 *
 * @param cut the queries in its expressions alone
 */
public record FirstRound(PlannedQuery planned, CutQuery cut, MatrixTables tables, AnswerLimits limits) {
    private static final Plan NOTHING = new Plan.Values(List.of(List.of()), List.<Output>of());

    /** Null if a query needs one round. */
    public static FirstRound of(PlannedQuery planned, CutQuery whole, MatrixTables tables, AnswerLimits limits) {
        if (whole.rest().initials().isEmpty() || whole.fragments().stream().noneMatch(Fragment::givesAllRows)) {
            return null;
        }
        PlannedQuery alone = new PlannedQuery(NOTHING, planned.initials());
        return new FirstRound(planned, PlanCutter.cut(alone, tables, limits), tables, limits);
    }

    /** The query as it is, behind those in its expressions, cut as partitions answer them. */
    public CutQuery explained() {
        return new CutQuery(new PlannedQuery(planned.plan(), cut.rest().initials()), cut.fragments());
    }

    public Partial values(Partial merged) {
        try {
            return SentValues.of(RowEngine.initialValues(
                    cut.rest(), relations(cut, tables, limits, merged, 0), limits.ofMerger(), limits.mergeCheck()));
        } catch (SqlException failure) {
            throw SqlFailures.of(failure);
        }
    }

    /** If the values are too long, it is the whole query and moves rows. */
    public PlannedQuery second(Partial values) {
        return Simplified.of(SentValues.in(planned, values));
    }

    public static ModelRelations relations(
            CutQuery cut, MatrixTables tables, AnswerLimits limits, Partial merged, int first) {
        Map<String, Iterable<Row>> rows = new HashMap<>();
        List<Fragment> fragments = cut.fragments();
        for (int i = 0; i < fragments.size(); i++) {
            Partial ofFragment = merged.states(first + i, NestedPartials.class).partial(0);
            rows.put(CutQuery.nameOf(i), new FragmentRows(fragments.get(i), ofFragment, limits));
        }
        return new ModelRelations(tables, rows);
    }
}
