package dev.aimonflink.gateway.relation;

import dev.aimonflink.sql.evaluate.Row;
import dev.aimonflink.sql.plan.Table;
import dev.aimonflink.sql.plan.Tables;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * The tables that a connection's statement can name: the gateway's relations, and the jobs' tables. A table of a named job is in its
 * schema; the first job's are in {@link Tables#SCHEMA}, too, under which a plan has them unless the text says the other name.
 */
public final class RelationTables implements Tables {
    private final Relations relations;
    private final List<OfJob> jobs;
    private final List<OfJob> path;
    private final Set<OfJob> asked = new LinkedHashSet<>();
    /** The names of relations that were found, which are no tables of a job. */
    private final Set<String> found = new HashSet<>();

    /**
     * The tables of one job.
     *
     * @param visible its visible tables, read when a text names one
     * @param isOwn whether the job has a table of that name, even if hidden
     */
    public record OfJob(String schema, Supplier<Tables> visible, Predicate<String> isOwn) {}

    /**
     * @param jobs all, from the first on
     * @param path the schemas of the jobs whose tables need no schema, in the order in which they are searched
     */
    public RelationTables(Relations relations, List<OfJob> jobs, List<String> path) {
        this.relations = relations;
        this.jobs = jobs;
        this.path = path.stream().flatMap(schema -> in(schema).stream()).toList();
    }

    private Optional<OfJob> in(String schema) {
        return jobs.stream()
                .filter(job -> job.schema.equals(schema) || (schema.equals(SCHEMA) && job.equals(jobs.get(0))))
                .findFirst();
    }

    /** The schemas of the jobs whose tables were looked for; empty if other relations were found. */
    public List<String> jobsAlone() {
        return !found.isEmpty() ? List.of() : asked.stream().map(OfJob::schema).toList();
    }

    /** The schema of the job that has a table of a plan; null if none has. */
    public String jobOf(String table) {
        if (found.contains(table)) {
            return null;
        }
        List<String> parts = split(table);
        return (parts.size() > 1 ? in(parts.get(0)) : jobs.stream().limit(1).findFirst())
                .filter(job -> job.isOwn.test(parts.get(parts.size() - 1)))
                .map(OfJob::schema)
                .orElse(null);
    }

    private static List<String> split(String name) {
        return Arrays.asList(name.split("\\."));
    }

    @Override
    public Optional<Table> find(String name) {
        return named(split(name));
    }

    @Override
    public Optional<Table> named(List<String> parts) {
        if (parts.isEmpty()) {
            return Optional.empty();
        }
        if (parts.size() == 1 && jobs.size() > 1) {
            // Catalogs come first, as in PostgreSQL: they are there also while a job does not answer.
            Optional<Table> catalog = relation(parts);
            if (catalog.isPresent()) {
                return catalog;
            }
        }
        String last = parts.get(parts.size() - 1);
        List<OfJob> possible = parts.size() == 1
                ? path
                : parts.size() == 2 ? in(parts.get(0)).map(List::of).orElse(List.of()) : List.of();
        for (OfJob job : possible) {
            asked.add(job);
            if (job.isOwn.test(last)) {
                String schema = parts.size() == 2 ? parts.get(0) : job.equals(jobs.get(0)) ? SCHEMA : job.schema;
                return job.visible.get().find(last).map(table -> in(schema, table));
            }
        }
        return relation(parts);
    }

    private Optional<Table> relation(List<String> name) {
        Optional<Table> relation = relations.find(name).map(Relation::table);
        relation.ifPresent(table -> found.add(table.name()));
        return relation;
    }

    private static Table in(String schema, Table table) {
        return schema.equals(SCHEMA)
                ? table
                : new Table(
                        schema + "." + table.name(),
                        table.columns(),
                        table.aliases(),
                        table.unlisted(),
                        table.explained());
    }

    /** Those of the jobs that were looked in: others may not answer. */
    @Override
    public Collection<String> names() {
        if (jobs.size() > 1 && asked.isEmpty()) {
            return jobs.stream().map(job -> job.schema + ".*").toList();
        }
        return (jobs.size() == 1 ? jobs : asked)
                .stream()
                        .flatMap(job -> job.visible.get().names().stream()
                                .map(name -> path.contains(job) ? name : job.schema + "." + name))
                        .toList();
    }

    public static List<Row> rows(Relations relations, Table table) {
        return relations.find(split(table.name())).orElseThrow().tableRows();
    }
}
