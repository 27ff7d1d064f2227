package dev.aimonflink.gateway.relation;

import dev.aimonflink.sql.evaluate.Row;
import dev.aimonflink.sql.plan.Table;
import dev.aimonflink.sql.plan.Tables;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** The tables that a connection's statement can name: the gateway's relations, and the job's tables. */
public final class RelationTables implements Tables {
    private static final String PUBLIC = "public";

    private final Relations relations;
    private final Supplier<Tables> job;
    private final Predicate<String> isOfJob;
    private boolean hasAskedJob;
    private boolean hasFoundRelation;

    /**
     * @param job its visible tables, read when a text names one
     * @param isOfJob whether the job has a table of that name, even if hidden
     */
    public RelationTables(Relations relations, Supplier<Tables> job, Predicate<String> isOfJob) {
        this.relations = relations;
        this.job = job;
        this.isOfJob = isOfJob;
    }

    /** Whether only names of the job's tables were looked for. */
    public boolean isOfJobAlone() {
        return hasAskedJob && !hasFoundRelation;
    }

    @Override
    public Optional<Table> find(String name) {
        List<String> parts = Arrays.asList(name.split("\\."));
        if (parts.isEmpty()) {
            return Optional.empty();
        }
        boolean isUnqualified =
                parts.size() == 1 || (parts.size() == 2 && parts.get(0).equals(PUBLIC));
        String last = parts.get(parts.size() - 1);
        hasAskedJob |= isUnqualified;
        if (isUnqualified && isOfJob.test(last)) {
            return job.get().find(last);
        }
        Optional<Table> found = relations.find(parts).map(Relation::table);
        hasFoundRelation |= found.isPresent();
        return found;
    }

    @Override
    public Collection<String> names() {
        return job.get().names();
    }

    public static List<Row> rows(Relations relations, Table table) {
        List<String> name = Arrays.asList(table.name().split("\\."));
        return relations.find(name).orElseThrow().tableRows();
    }
}
