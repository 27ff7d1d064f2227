package dev.aimonflink.gateway.session;

import dev.aimonflink.gateway.ask.Failure;
import dev.aimonflink.gateway.ask.JobModel;
import dev.aimonflink.gateway.ask.NamedJob;
import dev.aimonflink.gateway.describe.JobValues;
import dev.aimonflink.gateway.message.ErrorFields;
import dev.aimonflink.gateway.relation.RelationStatement;
import dev.aimonflink.query.ask.answer.ExportQuery;
import dev.aimonflink.query.ask.statement.SqlText;
import dev.aimonflink.query.ask.statement.StatementClock;
import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.query.serve.request.QueryResult;
import dev.aimonflink.sql.SqlState;
import dev.aimonflink.sql.plan.PlannedQuery;
import dev.aimonflink.sql.text.Statement;
import dev.aimonflink.sql.type.PgColumn;
import dev.aimonflink.sql.type.PgType;
import dev.aimonflink.sql.type.SqlType;
import dev.aimonflink.sql.type.TimeZones;
import java.time.Instant;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * A statement that one job answers. The same code plans it here, for its description, and in the job, which trusts nobody. If the model has
 * changed in between, the answer does not fit the description, which is an error.
 */
final class MatrixStatement {
    static final List<PgColumn> EXPLAINED = List.of(new PgColumn("QUERY PLAN", PgType.TEXT));

    private static final String QUERY = "sql";

    private final String text;
    private final List<PgType> parameters;
    private final List<PgColumn> columns;
    private final List<String> types;
    private final boolean isExplain;
    private final boolean readsRows;
    private final boolean needsZone;
    private final Set<String> hidden;
    private final NamedJob job;
    private final JobModel model;

    private MatrixStatement(
            String text,
            List<PgType> parameters,
            List<PgColumn> columns,
            List<String> types,
            boolean isExplain,
            boolean readsRows,
            boolean needsZone,
            Set<String> hidden,
            NamedJob job,
            JobModel model) {
        this.text = text;
        this.parameters = parameters;
        this.columns = columns;
        this.types = types;
        this.isExplain = isExplain;
        this.readsRows = readsRows;
        this.needsZone = needsZone;
        this.hidden = hidden;
        this.job = job;
        this.model = model;
    }

    /**
     * @param given the client's types of its parameters; {@link PgType#UNKNOWN} for none
     * @param hidden columns that do not exist for the user
     * @throws dev.aimonflink.sql.SqlException in the job's words
     */
    static MatrixStatement of(
            PlannedQuery planned,
            Statement whole,
            String text,
            List<PgType> given,
            NamedJob job,
            JobModel model,
            Set<String> hidden) {
        if (whole instanceof Statement.Explain explain) {
            String type = SqlType.TEXT.toString();
            return new MatrixStatement(
                    text,
                    RelationStatement.parameters(planned, given),
                    EXPLAINED,
                    List.of(type),
                    true,
                    explain.isAnalyzed(),
                    planned.needsZone(),
                    hidden,
                    job,
                    model);
        }
        return new MatrixStatement(
                text,
                RelationStatement.parameters(planned, given),
                JobValues.columns(planned.plan().outputs()),
                planned.plan().outputs().stream()
                        .map(each -> JobValues.typeOf(each.type()).toString())
                        .toList(),
                false,
                true,
                planned.needsZone(),
                hidden,
                job,
                model);
    }

    List<PgType> parameters() {
        return parameters;
    }

    List<PgColumn> columns() {
        return columns;
    }

    /** That answers it. */
    NamedJob job() {
        return job;
    }

    /** The model it was planned with. */
    JobModel model() {
        return model;
    }

    String text() {
        return text;
    }

    /** Unlike an EXPLAIN without ANALYZE. */
    boolean readsRows() {
        return readsRows;
    }

    /** Whether it can be asked together with others. */
    boolean canBeInABatch() {
        return !isExplain;
    }

    /** @param now the time of the transaction */
    AskedQuery question(List<Object> values, Instant now, ZoneId zone) {
        return question(List.of(this), text, values, now, zone);
    }

    /** The question of several statements; without the zone if none needs it, so that those of all zones are equal. */
    static AskedQuery question(
            List<MatrixStatement> statements, String text, List<Object> values, Instant now, ZoneId zone) {
        Map<String, Object> params = params(text, values, now, zone, statements.get(0).hidden);
        if (!TimeZones.isUtc(zone) && statements.stream().anyMatch(each -> each.needsZone)) {
            params.put(StatementClock.ZONE, zone.getId());
        }
        NamedJob job = statements.get(0).job;
        if (job.isNamed()) {
            params.put(SqlText.SCHEMA, job.schema());
        }
        return new AskedQuery(QUERY, params);
    }

    /** The question that has its rows copied. */
    AskedQuery export(String id, List<Object> values, Instant now, ZoneId zone) {
        Map<String, Object> params = new HashMap<>(question(values, now, zone).params());
        params.put(ExportQuery.NAME, id);
        return new AskedQuery(ExportQuery.ID, params);
    }

    /** The question of what gateway statements read, which states the zone of each time. */
    static AskedQuery ofReads(String text, Instant now, ZoneId zone, Set<String> hidden) {
        return new AskedQuery(QUERY, params(text, List.of(), now, zone, hidden));
    }

    private static Map<String, Object> params(
            String text, List<Object> values, Instant now, ZoneId zone, Set<String> hidden) {
        Map<String, Object> all = new HashMap<>();
        for (int i = 0; i < values.size(); i++) {
            all.put(Integer.toString(i + 1), JobValues.sent(values.get(i), zone));
        }
        all.put("text", text);
        if (StatementClock.isIn(text)) {
            all.putAll(StatementClock.parameters(now, zone));
        }
        if (!hidden.isEmpty()) {
            all.put(SqlText.HIDDEN, String.join(",", new TreeSet<>(hidden)));
        }
        return all;
    }

    /** Whether an answer has the described columns, unlike after an upgrade of the job. */
    boolean describes(QueryResult answer) {
        List<String> names = columns.stream().map(PgColumn::name).toList();
        return answer.columns().equals(names) && answer.types().equals(types);
    }

    /** Likewise of the answer that its rows are copied. */
    boolean describesExport(QueryResult begun) {
        return begun.rows().stream()
                .allMatch(each -> each.get(ExportQuery.TYPES).equals(ExportQuery.written(types)));
    }

    Failure changed() {
        return Failure.of(SqlState.NOT_SUPPORTED, ErrorFields.CHANGED_PLAN);
    }

    /** Whether a failed statement can be planned again, because the job's model has changed. */
    static boolean isOfAnotherModel(Failure failure) {
        return failure.getMessage().equals(ErrorFields.CHANGED_PLAN);
    }

    /** @throws Failure if the answer has other columns than described */
    ResultRows rows(QueryResult answer) {
        if (!describes(answer)) {
            throw changed();
        }
        return new ResultRows(isExplain ? "EXPLAIN" : "SELECT", columns, JobValues.rows(answer.rows(), columns));
    }
}
