package dev.aimonflink.query.sqllogic;

import dev.aimonflink.matrix.column.Block;
import dev.aimonflink.matrix.format.model.ModelFile;
import dev.aimonflink.matrix.kernel.KernelChoice;
import dev.aimonflink.matrix.layout.MatrixSchema;
import dev.aimonflink.matrix.model.Attributes;
import dev.aimonflink.matrix.model.DeclaredEvent;
import dev.aimonflink.matrix.model.EntityId;
import dev.aimonflink.matrix.names.EntityTables;
import dev.aimonflink.matrix.row.Effect;
import dev.aimonflink.query.answer.SqlQuery;
import dev.aimonflink.query.cut.AnswerLimits;
import dev.aimonflink.query.pass.QueryError;
import dev.aimonflink.query.pass.QueryFailure;
import dev.aimonflink.query.request.QueryResult;
import dev.aimonflink.query.scan.ScanWay;
import dev.aimonflink.query.schedule.ScanMode;
import dev.aimonflink.query.sqllogic.LogicTables.Contents;
import dev.aimonflink.query.statement.SqlMatrix;
import dev.aimonflink.query.statement.SqlText;
import dev.aimonflink.query.tables.MatrixTables;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Answers by partitions that scan one matrix, and a merger. Each row of a table is an entity. */
final class PartitionsEngine implements LogicEngine {
    private static final int PARTITIONS = 2;
    private static final long NOON_MS = Instant.parse("2026-11-20T12:00:00Z").toEpochMilli();

    /** No table has it. */
    private static final int NO_RELATION = -1;

    /** Files have queries that take as long as they take. */
    private static final AnswerLimits LIMITS =
            new AnswerLimits(100_000, 100_000, 100_000, 1_000_000, TimeUnit.DAYS.toNanos(1));

    /**
     * How partitions scan.
     *
     * @param fastest the fastest way that is taken
     * @param isDisturbed whether rows are in several blocks, and others change while a pass runs
     */
    record Setting(LineColumns columns, ScanMode mode, ScanWay.Kind fastest, boolean isDisturbed) {
        static Setting of(LineColumns columns) {
            return new Setting(columns, ScanMode.S1, ScanWay.Kind.KERNEL, false);
        }
    }

    private final Setting setting;
    private final SqlMatrix matrix;
    private final DeclaredEvent event;
    private final SqlText sql;
    private final int numbers;
    private final List<String> commonTables = new ArrayList<>();
    private int lines;
    private int changes;

    PartitionsEngine(LogicTables tables, Setting setting) {
        this.setting = setting;
        numbers = widest(tables, false);
        String model = setting.columns().model(numbers, widest(tables, true));
        MatrixSchema schema = MatrixSchema.of(ModelFile.parse(model, "sqllogic.yaml"));
        MatrixTables columns = new MatrixTables(schema, EntityTables.NONE, Map.of());
        matrix = SqlMatrix.in(
                setting.mode(), columns, PARTITIONS, KernelChoice.chosen().kernels());
        event = new DeclaredEvent(schema.model().event());
        sql = new SqlText(columns, LIMITS);
        fill(tables.all());
    }

    private static int widest(LogicTables tables, boolean isText) {
        return tables.all().stream()
                .mapToInt(table -> (int) table.columns().stream()
                        .filter(column -> column.isText() == isText)
                        .count())
                .max()
                .orElse(0);
    }

    /** Adds all rows. */
    private void fill(List<Contents> tables) {
        int rows = tables.stream().mapToInt(table -> table.rows().size()).sum();
        for (int relation = 0; relation < tables.size(); relation++) {
            Contents table = tables.get(relation);
            for (Object[] row : table.rows()) {
                if (setting.isDisturbed() && lines == rows / 2) {
                    fillBlocks();
                }
                add(table, row, relation);
            }
            commonTables.add(setting.columns().selection(table, relation));
        }
    }

    /** So many lines that the next ones are in other blocks. */
    private void fillBlocks() {
        for (int i = 0; i < PARTITIONS * Block.ROWS; i++) {
            change(-1 - i);
        }
    }

    /** Changes a line of no table. */
    private void change(long key) {
        Object[] values = {(long) NO_RELATION, (long) changes++};
        matrix.profile(EntityId.of(key), Attributes.of(values));
    }

    private void add(Contents table, Object[] row, int relation) {
        if (setting.columns() == LineColumns.ATTRIBUTES) {
            matrix.profile(EntityId.of(lines++), Attributes.of(LineColumns.profile(table, row, relation, numbers)));
            return;
        }
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

    @Override
    public Reply ask(String text) {
        try {
            SqlQuery query = (SqlQuery) sql.query(LineColumns.withTables(commonTables, text), List.of());
            if (setting.fastest() != ScanWay.Kind.KERNEL) {
                query = query.atBestBy(setting.fastest());
            }
            QueryResult result = setting.isDisturbed() ? matrix.askInSteps(query, this::disturb) : matrix.ask(query);
            return result.error() == null ? Reply.of(result.rows()) : failed(result.error());
        } catch (QueryFailure failure) {
            return failed(failure.error());
        }
    }

    /** Changes lines of no table in each block, while a pass runs. */
    private void disturb() {
        change(-1);
        change(-PARTITIONS * (long) Block.ROWS);
    }

    private static Reply failed(QueryError error) {
        return Reply.failed(error.inSql().state(), error.message());
    }
}
