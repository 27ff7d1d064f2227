package dev.aimonflink.gateway.describe;

import dev.aimonflink.gateway.ask.JobModel;
import dev.aimonflink.gateway.ask.RunningQueries;
import dev.aimonflink.gateway.relation.Relation;
import dev.aimonflink.query.ask.tables.MatrixColumn;
import dev.aimonflink.query.ask.tables.MatrixTables;
import dev.aimonflink.query.ask.tables.VisibleTables;
import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.query.serve.request.QueryResult;
import dev.aimonflink.rules.report.RulesReport;
import dev.aimonflink.sql.bind.Column;
import dev.aimonflink.sql.plan.Table;
import dev.aimonflink.sql.plan.Tables;
import dev.aimonflink.sql.type.PgColumn;
import dev.aimonflink.sql.type.PgType;
import dev.aimonflink.sql.type.SqlNames;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;

/** The relations of the schema {@code aim}: what the gateway knows of the job, of its questions, and of itself. */
public final class AimRelations {
    static final String SCHEMA = "aim";

    private static final String PARTITIONS = "partitions";
    private static final String RULES = "rules";

    private final Map<String, JobModel> jobs;
    private final RunningQueries queries;
    private final Set<String> hidden;

    /** @param jobs the models by what stands before a table's name in a statement */
    AimRelations(Map<String, JobModel> jobs, RunningQueries queries, Set<String> hidden) {
        this.jobs = jobs;
        this.queries = queries;
        this.hidden = hidden;
    }

    List<Relation> all() {
        return List.of(
                new Relation(
                        SCHEMA,
                        "columns",
                        List.of(
                                text("table_name"),
                                text("column_name"),
                                text("data_type"),
                                new PgColumn("is_kept", PgType.BOOL),
                                text("other_names"),
                                text("description"),
                                text("unit")),
                        this::columns),
                new Relation(
                        SCHEMA,
                        "queries",
                        List.of(
                                number("id"),
                                new PgColumn("pid", PgType.INT4),
                                text("user_name"),
                                text("application_name"),
                                text("state"),
                                new PgColumn("began", PgType.TIMESTAMPTZ),
                                new PgColumn("milliseconds", PgType.FLOAT8),
                                number("rows"),
                                new PgColumn("is_slow", PgType.BOOL),
                                text("sqlstate"),
                                text("query")),
                        this::queries),
                new Relation(
                        SCHEMA,
                        PARTITIONS,
                        List.of(
                                new PgColumn("partition", PgType.INT4),
                                number("rows"),
                                number("cut_age_ms"),
                                new PgColumn("newest_event", PgType.TIMESTAMPTZ)),
                        List::of),
                new Relation(
                        SCHEMA,
                        RULES,
                        List.of(
                                text("id"),
                                number("version"),
                                number("fired"),
                                number("suppressed"),
                                number("failed"),
                                new PgColumn("cpu_seconds", PgType.FLOAT8),
                                text("fault")),
                        List::of));
    }

    /** The same relation, whose rows are asked for by the statement that reads them if the job has them. */
    public static Relation asked(Relation relation, Supplier<JobModel> job, Function<AskedQuery, QueryResult> answers) {
        if (!relation.schema().equals(SCHEMA)) {
            return relation;
        }
        Supplier<List<Object[]>> rows =
                switch (relation.name()) {
                    case PARTITIONS -> () -> partitions(job.get(), answers);
                    case RULES -> () -> rules(answers);
                    default -> relation.rows();
                };
        return new Relation(SCHEMA, relation.name(), relation.columns(), rows);
    }

    private static PgColumn text(String name) {
        return new PgColumn(name, PgType.TEXT);
    }

    private static PgColumn number(String name) {
        return new PgColumn(name, PgType.INT8);
    }

    /** All columns that a statement can name, kept or not. */
    private List<Object[]> columns() {
        List<Object[]> rows = new ArrayList<>();
        jobs.forEach((before, job) -> addColumns(before, job, rows));
        return rows;
    }

    private void addColumns(String before, JobModel job, List<Object[]> rows) {
        MatrixTables tables = job.tables();
        Tables visible = VisibleTables.of(tables, hidden);
        for (String name : tables.ownNames()) {
            Table table = visible.find(name).orElseThrow();
            if (tables.isOtherName(name)) {
                continue;
            }
            Map<String, List<String>> others = new HashMap<>();
            table.aliases().forEach((alias, column) -> others.computeIfAbsent(column, any -> new ArrayList<>())
                    .add(alias));
            for (Column column : table.columns()) {
                MatrixColumn content =
                        tables.isMatrix(table) ? tables.matrixColumns().get(column.index()) : null;
                boolean isInternal = content != null && MatrixTables.isInternal(content);
                if (!isInternal && column.canBeNamed()) {
                    rows.add(new Object[] {
                        before + name,
                        column.name(),
                        SqlNames.of(column.type().pg()),
                        content == null || tables.isKept(content),
                        others.containsKey(column.name())
                                ? String.join(
                                        ", ",
                                        others.get(column.name()).stream()
                                                .sorted()
                                                .toList())
                                : null,
                        content == null ? null : content.description(job.model()),
                        content == null ? null : content.unit(job.model())
                    });
                }
            }
        }
    }

    private List<Object[]> queries() {
        return queries.all().stream()
                .map(query -> new Object[] {
                    query.number(),
                    (long) query.processId(),
                    query.user(),
                    query.application(),
                    query.isRunning() ? "running" : query.failure() == null ? "done" : "failed",
                    query.began(),
                    query.time().toNanos() / 1e6,
                    query.rows(),
                    queries.isSlow(query),
                    query.failure(),
                    query.text()
                })
                .toList();
    }

    private static List<Object[]> partitions(JobModel job, Function<AskedQuery, QueryResult> answers) {
        return PartitionLook.of(answers.apply(PartitionLook.question(job))).stream()
                .map(each -> new Object[] {each.partition(), each.rows(), each.cutAgeMs(), each.newestEvent()})
                .toList();
    }

    private static List<Object[]> rules(Function<AskedQuery, QueryResult> answers) {
        QueryResult answer = answers.apply(RulesReport.asked());
        // The first row is about the job: the lowest version that every partition has read.
        return answer.rows().stream().skip(1).map(AimRelations::rule).toList();
    }

    private static Object[] rule(List<Object> row) {
        double cpuSeconds = ((Number) row.get(10)).doubleValue() / TimeUnit.SECONDS.toNanos(1);
        return new Object[] {row.get(0), row.get(1), row.get(2), row.get(3), row.get(4), cpuSeconds, row.get(5)};
    }
}
