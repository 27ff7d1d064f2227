package dev.aimonflink.gateway.relation;

import dev.aimonflink.sql.evaluate.Row;
import dev.aimonflink.sql.explain.ExplainedNode;
import dev.aimonflink.sql.explain.ExplainedPlan;
import dev.aimonflink.sql.plan.PlannedQuery;
import dev.aimonflink.sql.plan.Table;
import dev.aimonflink.sql.rows.RowEngine;
import dev.aimonflink.sql.rows.StopCheck;
import dev.aimonflink.sql.simplify.Simplified;
import dev.aimonflink.sql.type.PgColumn;
import dev.aimonflink.sql.type.PgText;
import dev.aimonflink.sql.type.PgType;
import dev.aimonflink.sql.type.SqlType;
import dev.aimonflink.sql.type.SqlType.Kind;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongConsumer;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** A query over the gateway's relations, with resolved names and types; it can run several times. */
public final class RelationStatement {
    private final PlannedQuery planned;
    private final ConnectionContext environment;
    private final UnaryOperator<String> jobOf;
    private final List<PgType> parameters;
    private final List<PgColumn> columns;

    /** Asks jobs for all that a statement reads of them, each at once. */
    @FunctionalInterface
    public interface Job {
        /** The rows of each, represented as {@link PgType} says. */
        List<List<Object[]>> rows(List<JobRead> reads);
    }

    /**
     * @param jobOf the schema of the job that has a table; null if none has
     * @param given the client's types of its parameters; {@link PgType#UNKNOWN} for none
     */
    public RelationStatement(
            PlannedQuery planned, ConnectionContext environment, UnaryOperator<String> jobOf, List<PgType> given) {
        this.planned = planned;
        this.environment = environment;
        this.jobOf = jobOf;
        this.parameters = parameters(planned, given);
        this.columns = planned.plan().outputs().stream()
                .map(output -> NamedTypes.column(output.name(), output.type()))
                .toList();
    }

    /** The types of a query's parameters: the client's, or else the text's. */
    public static List<PgType> parameters(PlannedQuery planned, List<PgType> given) {
        List<PgType> types = new ArrayList<>();
        for (int i = 0; i < planned.parameters().size(); i++) {
            boolean isGiven = i < given.size() && given.get(i) != PgType.UNKNOWN;
            types.add(
                    isGiven
                            ? given.get(i)
                            : NamedTypes.column("", planned.parameters().get(i)).type());
        }
        return types;
    }

    /** Whether the client's types of parameters agree with the text's. */
    public static boolean isToldByText(PlannedQuery planned, List<PgType> given) {
        for (int i = 0; i < Math.min(given.size(), planned.parameters().size()); i++) {
            SqlType own = planned.parameters().get(i);
            SqlType other = SqlType.of(given.get(i));
            boolean isAlike = other.is(Kind.UNKNOWN)
                    || (other.isText() && other.pg() != PgType.BYTEA && !own.is(Kind.OID))
                    || other.pg() == own.pg()
                    || (other.kind() == own.kind() && !other.isText())
                    || (other.isInteger() && other.kind().compareTo(own.kind()) <= 0 && isWhole(own));
            if (!isAlike) {
                return false;
            }
        }
        return true;
    }

    private static boolean isWhole(SqlType type) {
        return type.isInteger() || type.is(Kind.OID);
    }

    public List<PgColumn> columns() {
        return columns;
    }

    /** From $1 on. */
    public List<PgType> parameters() {
        return parameters;
    }

    /**
     * @param values of the parameters, of their types
     * @param job asked only by a statement that reads its tables
     * @param room is given the additional bytes of rows, negative if fewer; it may throw
     */
    public List<Object[]> run(List<Object> values, Job job, StopCheck stopCheck, LongConsumer room) {
        JobReads ofJob = new JobReads(jobOf);
        PlannedQuery query = ofJob.in(known(values));
        Map<String, List<Row>> read = ofJob.reads().isEmpty() ? new HashMap<>() : read(ofJob.reads(), job);
        return RowEngine.run(
                        query,
                        table -> read.computeIfAbsent(
                                table.name(), name -> RelationTables.rows(environment.relations(), table)),
                        RunLimits.ENGINE,
                        new RunLimits(stopCheck, room))
                .rows()
                .stream()
                .map(this::onWire)
                .toList();
    }

    private PlannedQuery known(List<Object> values) {
        PlannedQuery.Clock clock =
                PlannedQuery.Clock.of(environment.surroundings().transactionStart(), environment.zone());
        return Simplified.of(planned.withValues(converted(values), clock));
    }

    /** The steps in which it runs, with the texts for the job. */
    public ExplainedNode steps(List<Object> values) {
        JobReads ofJob = new JobReads(jobOf);
        PlannedQuery query = ofJob.in(known(values));
        Map<Table, JobRead> asked = ofJob.reads().stream().collect(Collectors.toMap(JobRead::table, read -> read));
        return ExplainedPlan.of(query, table -> {
            JobRead read = asked.get(table);
            return ExplainedPlan.table(read == null ? "Read " + table.name() : read.step(), table);
        });
    }

    private static Map<String, List<Row>> read(List<JobRead> reads, Job job) {
        Map<String, List<Row>> read = new HashMap<>();
        List<List<Object[]>> answers = job.rows(reads);
        for (int i = 0; i < reads.size(); i++) {
            JobRead of = reads.get(i);
            read.put(of.table().name(), answers.get(i).stream().map(of::row).toList());
        }
        return read;
    }

    /** A row with values as {@link PgType} represents them. */
    private Object[] onWire(Object[] row) {
        WireValues values = new WireValues(new PgText(environment.zone(), environment.relations()));
        for (int i = 0; i < row.length; i++) {
            row[i] = values.of(row[i], planned.plan().outputs().get(i).type());
        }
        return row;
    }

    /** Values that the engine does not convert are texts. */
    private List<Object> converted(List<Object> values) {
        PgText text = new PgText(environment.zone(), environment.relations());
        List<Object> converted = new ArrayList<>();
        for (Object value : values) {
            boolean isKnown =
                    value == null || value instanceof Boolean || value instanceof Number || value instanceof String;
            boolean isWithoutZone = value instanceof LocalDate || value instanceof LocalDateTime;
            converted.add(
                    isKnown
                            ? value
                            : isWithoutZone
                                    ? PgText.withOffset(value, environment.zone())
                                    : text.write(parameters.get(converted.size()), value));
        }
        return converted;
    }
}
