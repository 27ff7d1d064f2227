package dev.aimonflink.bench.sqllogic;

import dev.aimonflink.bench.sqllogic.LogicTables.Contents;
import dev.aimonflink.bench.world.AskedPartitions;
import dev.aimonflink.bench.world.Moment;
import dev.aimonflink.matrix.column.ColumnSet;
import dev.aimonflink.matrix.format.model.ModelFile;
import dev.aimonflink.matrix.kernel.KernelChoice;
import dev.aimonflink.matrix.layout.MatrixSchema;
import dev.aimonflink.matrix.layout.StoredColumn;
import dev.aimonflink.matrix.model.DeclaredEvent;
import dev.aimonflink.matrix.names.EntityTables;
import dev.aimonflink.matrix.record.EntityRecord;
import dev.aimonflink.matrix.row.Effect;
import dev.aimonflink.matrix.row.PartitionSettings;
import dev.aimonflink.query.answer.SqlQuery;
import dev.aimonflink.query.cut.AnswerLimits;
import dev.aimonflink.query.partition.Partition;
import dev.aimonflink.query.pass.Part;
import dev.aimonflink.query.pass.QueryError;
import dev.aimonflink.query.pass.QueryFailure;
import dev.aimonflink.query.request.QueryResult;
import dev.aimonflink.query.statement.SqlText;
import dev.aimonflink.query.tables.MatrixTables;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Answers by partitions that scan one matrix, and a merger. Each row of a table is an entity with one event: the number of its table,
 * and its values. A common table in front of each query selects the entities of a table.
 */
final class PartitionsEngine implements LogicEngine {
    private static final int PARTITIONS = 2;

    /** Files have queries that take as long as they take. */
    private static final AnswerLimits LIMITS =
            new AnswerLimits(100_000, 100_000, 100_000, 1_000_000, TimeUnit.DAYS.toNanos(1));

    private final MatrixSchema schema;
    private final SqlText sql;
    private final AskedPartitions partitions;
    private final String commonTables;

    PartitionsEngine(LogicTables tables) {
        int width = tables.all().stream()
                .mapToInt(table -> table.columns().size())
                .max()
                .orElse(0);
        schema = MatrixSchema.of(ModelFile.parse(model(width), "sqllogic.yaml"));
        sql = new SqlText(new MatrixTables(schema, EntityTables.NONE, Map.of()), LIMITS);
        partitions = new AskedPartitions(schema);
        ColumnSet columns = new ColumnSet(
                schema, schema.columns().stream().map(StoredColumn::name).toList());
        for (int i = 0; i < PARTITIONS; i++) {
            int index = i;
            partitions.add(answers -> new Partition(
                    new Part.Source(index, PARTITIONS, 0),
                    new PartitionSettings(
                            columns,
                            EntityTables.NONE,
                            Moment.ZONE,
                            KernelChoice.chosen().kernels()),
                    key -> null,
                    AskedPartitions.CLOCKS,
                    answers));
        }
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

    /** Adds all rows. Gives the common tables that select them. */
    private String fill(List<Contents> tables) {
        DeclaredEvent event = new DeclaredEvent(schema.model().event());
        List<String> selections = new ArrayList<>();
        int lines = 0;
        for (int relation = 0; relation < tables.size(); relation++) {
            for (Integer[] row : tables.get(relation).rows()) {
                event.clear();
                event.keyNumber(lines);
                event.timestampMs(Moment.NOW_MS);
                event.values().bits(0, relation);
                for (int i = 0; i < row.length; i++) {
                    if (row[i] != null) {
                        event.values().bits(i + 1, row[i]);
                    }
                }
                add(event, partitions.all().get(lines % PARTITIONS));
                lines++;
            }
            selections.add(selection(tables.get(relation), relation));
        }
        return selections.isEmpty() ? "" : "WITH " + String.join(", ", selections) + "\n";
    }

    private static void add(DeclaredEvent event, Partition partition) {
        EntityRecord record = partition.newRecord(event.key());
        if (partition.apply(record, event) != Effect.APPLIED) {
            throw new IllegalStateException("Not applied: the event of line=" + event.key());
        }
    }

    private static String selection(Contents table, int relation) {
        List<String> columns = new ArrayList<>();
        for (String column : table.columns()) {
            columns.add("max_value_" + columns.size() + "_this_day AS \"" + column + "\"");
        }
        return "%s AS (SELECT %s FROM lines WHERE max_relation_this_day = %d)"
                .formatted(table.name(), String.join(", ", columns), relation);
    }

    @Override
    public Reply ask(String text) {
        try {
            SqlQuery query = (SqlQuery) sql.query(commonTables + text, List.of());
            QueryResult result = partitions.ask(query);
            return result.error() == null ? Reply.of(result.rows()) : failed(result.error());
        } catch (QueryFailure failure) {
            return failed(failure.error());
        }
    }

    private static Reply failed(QueryError error) {
        return Reply.failed(error.inSql().state(), error.message());
    }
}
