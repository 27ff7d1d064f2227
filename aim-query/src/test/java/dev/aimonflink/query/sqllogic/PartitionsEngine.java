package dev.aimonflink.query.sqllogic;

import dev.aimonflink.matrix.format.model.ModelFile;
import dev.aimonflink.matrix.kernel.KernelChoice;
import dev.aimonflink.matrix.layout.MatrixSchema;
import dev.aimonflink.matrix.model.DeclaredEvent;
import dev.aimonflink.matrix.names.EntityTables;
import dev.aimonflink.matrix.row.Effect;
import dev.aimonflink.query.answer.SqlQuery;
import dev.aimonflink.query.cut.AnswerLimits;
import dev.aimonflink.query.pass.QueryError;
import dev.aimonflink.query.pass.QueryFailure;
import dev.aimonflink.query.request.QueryResult;
import dev.aimonflink.query.sqllogic.LogicTables.Contents;
import dev.aimonflink.query.statement.SqlMatrix;
import dev.aimonflink.query.statement.SqlText;
import dev.aimonflink.query.tables.MatrixTables;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Answers by partitions that scan one matrix, and a merger. Each row of a table is an entity with one event: the number of its table,
 * and its values. A common table in front of each query selects the entities of a table.
 */
final class PartitionsEngine implements LogicEngine {
    private static final int PARTITIONS = 2;
    private static final Pattern WITH = Pattern.compile("\\s*WITH\\s", Pattern.CASE_INSENSITIVE);
    private static final long NOON_MS = Instant.parse("2026-11-20T12:00:00Z").toEpochMilli();

    /** Files have queries that take as long as they take. */
    private static final AnswerLimits LIMITS =
            new AnswerLimits(100_000, 100_000, 100_000, 1_000_000, TimeUnit.DAYS.toNanos(1));

    private final SqlMatrix matrix;
    private final DeclaredEvent event;
    private final SqlText sql;
    private final String commonTables;

    PartitionsEngine(LogicTables tables) {
        int width = tables.all().stream()
                .mapToInt(table -> table.columns().size())
                .max()
                .orElse(0);
        MatrixSchema schema = MatrixSchema.of(ModelFile.parse(model(width), "sqllogic.yaml"));
        MatrixTables lines = new MatrixTables(schema, EntityTables.NONE, Map.of());
        matrix = new SqlMatrix(lines, PARTITIONS, KernelChoice.chosen().kernels());
        event = new DeclaredEvent(schema.model().event());
        sql = new SqlText(lines, LIMITS);
        commonTables = fill(tables.all());
    }

    private static String model(int width) {
        return String.join(
                "\n",
                "model: sqllogic",
                "entity: line",
                "event: insertion",
                "key: number",
                "time: timestamp",
                "fields:",
                "  relation: int",
                eachColumn(width, "  value_%d: {type: int, optional: true}"),
                "windows: [1 day]",
                "aggregates:",
                "  relation: [max]",
                eachColumn(width, "  value_%d: [max]"));
    }

    private static String eachColumn(int width, String line) {
        return IntStream.range(0, width).mapToObj(line::formatted).collect(Collectors.joining("\n"));
    }

    /** Adds all rows. Gives the common tables that select them, with commas between. */
    private String fill(List<Contents> tables) {
        List<String> selections = new ArrayList<>();
        int lines = 0;
        for (int relation = 0; relation < tables.size(); relation++) {
            for (Object[] row : tables.get(relation).rows()) {
                event.clear();
                event.keyNumber(lines);
                event.timestampMs(NOON_MS);
                event.values().bits(0, relation);
                for (int i = 0; i < row.length; i++) {
                    if (row[i] != null) {
                        event.values().bits(i + 1, (Long) row[i]);
                    }
                }
                if (matrix.event(event) != Effect.APPLIED) {
                    throw new IllegalStateException("Not applied: the event of line=" + lines);
                }
                lines++;
            }
            selections.add(selection(tables.get(relation), relation));
        }
        return String.join(", ", selections);
    }

    /** The tables come before those that the text has itself. */
    private String withTables(String text) {
        if (commonTables.isEmpty()) {
            return text;
        }
        Matcher with = WITH.matcher(text);
        return with.lookingAt()
                ? with.group() + commonTables + ", " + text.substring(with.end())
                : "WITH " + commonTables + "\n" + text;
    }

    private static String selection(Contents table, int relation) {
        List<String> columns = new ArrayList<>();
        for (LogicTables.Column column : table.columns()) {
            columns.add("max_value_" + columns.size() + "_this_day AS \"" + column.name() + "\"");
        }
        return "%s AS (SELECT %s FROM lines WHERE max_relation_this_day = %d)"
                .formatted(table.name(), String.join(", ", columns), relation);
    }

    @Override
    public Reply ask(String text) {
        try {
            SqlQuery query = (SqlQuery) sql.query(withTables(text), List.of());
            QueryResult result = matrix.ask(query);
            return result.error() == null ? Reply.of(result.rows()) : failed(result.error());
        } catch (QueryFailure failure) {
            return failed(failure.error());
        }
    }

    private static Reply failed(QueryError error) {
        return Reply.failed(error.inSql().state(), error.message());
    }
}
