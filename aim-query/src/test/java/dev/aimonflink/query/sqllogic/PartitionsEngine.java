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
import dev.aimonflink.query.ask.answer.SqlQuery;
import dev.aimonflink.query.ask.cut.AnswerLimits;
import dev.aimonflink.query.ask.statement.SqlMatrix;
import dev.aimonflink.query.ask.statement.SqlText;
import dev.aimonflink.query.ask.statement.StatementClock;
import dev.aimonflink.query.ask.tables.MatrixTables;
import dev.aimonflink.query.compute.scan.ScanWay;
import dev.aimonflink.query.serve.mode.ScanMode;
import dev.aimonflink.query.serve.pass.QueryError;
import dev.aimonflink.query.serve.pass.QueryFailure;
import dev.aimonflink.query.serve.request.QueryResult;
import dev.aimonflink.query.sqllogic.LogicTables.Contents;
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

    /** The key of the first line of no table. */
    private static final long FIRST_OTHER = 1_000_000;

    private static final int OTHERS = PARTITIONS * Block.ROWS;

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
    private int steps;

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
        long line = 0;
        for (int relation = 0; relation < tables.size(); relation++) {
            Contents table = tables.get(relation);
            for (Object[] row : table.rows()) {
                if (setting.isDisturbed() && line == rows / 2) {
                    fillBlocks();
                }
                put(line++, relation, table.columns(), row);
            }
            commonTables.add(setting.columns().selection(table, relation));
        }
    }

    /** So many lines of no table that the next ones are in other blocks. */
    private void fillBlocks() {
        for (int i = 0; i < OTHERS; i++) {
            change(i);
        }
    }

    /** Changes a line of no table. */
    private void change(int other) {
        put(FIRST_OTHER + other, NO_RELATION, List.of(), new Object[0]);
    }

    private void put(long line, int relation, List<LogicTables.Column> columns, Object[] row) {
        if (setting.columns() == LineColumns.ATTRIBUTES) {
            Object[] profile = LineColumns.profile(columns, row, relation, numbers);
            matrix.profile(EntityId.of(line), Attributes.of(profile));
            return;
        }
        event.clear();
        event.keyNumber(line);
        event.timestampMs(NOON_MS);
        event.values().bits(0, relation);
        for (int i = 0; i < row.length; i++) {
            if (row[i] != null) {
                event.values().bits(i + 1, (Long) row[i]);
            }
        }
        if (matrix.event(event) != Effect.APPLIED) {
            throw new IllegalStateException("Not applied: the event of line=" + line);
        }
    }

    @Override
    public Reply ask(String text) {
        try {
            SqlQuery query = (SqlQuery) sql.query(
                    LineColumns.withTables(commonTables, text),
                    List.of(),
                    StatementClock.isIn(text) ? RowsEngine.now() : null);
            if (setting.fastest() != ScanWay.Kind.KERNEL) {
                query = query.atBestBy(setting.fastest());
            }
            QueryResult result = setting.isDisturbed() ? matrix.askInSteps(query, this::disturb) : matrix.ask(query);
            requireMode(result.timings().mode(), text);
            return result.error() == null ? Reply.of(AnsweredValues.in(result)) : failed(result.error());
        } catch (QueryFailure failure) {
            return failed(failure.error());
        }
    }

    private void requireMode(String modeOrNull, String text) {
        if (modeOrNull != null && !modeOrNull.equals(setting.mode().label())) {
            throw new IllegalStateException("Scanned in mode=" + modeOrNull + ", not " + setting + ": " + text);
        }
    }

    /** Changes lines of no table behind a step of a pass. */
    private void disturb() {
        change(steps++ % OTHERS);
        change(OTHERS - 1);
    }

    private static Reply failed(QueryError error) {
        return Reply.failed(error.inSql().state(), error.message());
    }
}
