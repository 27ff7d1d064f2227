package dev.aimonflink.bench.columns;

import dev.aimonflink.bench.installation.AnswerChecks;
import dev.aimonflink.bench.world.BenchTime;
import dev.aimonflink.bench.world.HeapRecords;
import dev.aimonflink.bench.world.MeasuredModel;
import dev.aimonflink.bench.world.ModelMatrix;
import dev.aimonflink.clients.load.Distribution;
import dev.aimonflink.clients.load.EntityKeys;
import dev.aimonflink.clients.load.PooledEvents;
import dev.aimonflink.matrix.kernel.KernelChoice;
import dev.aimonflink.matrix.layout.MatrixSchema;
import dev.aimonflink.matrix.layout.StoredColumn;
import dev.aimonflink.matrix.model.EventFunction;
import dev.aimonflink.matrix.record.EntityRecord;
import dev.aimonflink.query.ask.cut.AnswerLimits;
import dev.aimonflink.query.ask.statement.SqlText;
import dev.aimonflink.query.ask.tables.MatrixTables;
import dev.aimonflink.query.serve.partition.Partition;
import dev.aimonflink.query.serve.request.ScanQuery;
import dev.aimonflink.query.setup.KeptColumns;
import dev.aimonflink.sql.type.SqlType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.ToLongFunction;

/** A partition whose questions are over any columns. For one thread. */
final class AskedColumns {
    /** As long as the job's slices. */
    private static final long SLICE_NANOS = 200_000;

    private static final int EVENTS_OF_AN_ENTITY = 3;

    /** Drawn questions have room for so many columns of this size beside those that are always kept. */
    private static final int ROOM = 20;

    private static final int MOST_ASKED = 3;

    private final int entities;
    private final HeapRecords records = new HeapRecords();
    private final AnswerChecks checks;
    private final MatrixSchema schema;
    private final MatrixTables tables;
    private final ModelMatrix matrix;
    private final EntityKeys keys;
    private final Random random;

    /** Counts, of the setting and not. */
    private final List<StoredColumn> kept = new ArrayList<>();

    private final List<StoredColumn> others = new ArrayList<>();

    private int turn;

    /** Nanoseconds a row: of the first question, of a loop over the records, of the next question, and of one over a kept column. */
    record Turn(double firstNanos, double loopNanos, double nextNanos, double keptNanos) {}

    AskedColumns(MeasuredModel measured, int entities, long seed, AnswerChecks checks) {
        this.entities = entities;
        this.checks = checks;
        random = new Random(seed);
        schema = MatrixSchema.of(measured.model());
        keys = new EntityKeys(measured.model());
        tables = new MatrixTables(schema, measured.tables(), Map.of());
        Set<String> setting = Set.copyOf(KeptColumns.of(schema, List.of(KeptColumns.SQL)));
        schema.columns().stream()
                .filter(column -> column.function() == EventFunction.COUNT)
                .forEach(column -> (setting.contains(column.name()) ? kept : others).add(column));
        matrix = new ModelMatrix(measured, setting, KernelChoice.chosen().kernels(), records);
        fill(new PooledEvents(measured.model(), seed, entities, Distribution.uniform(), BenchTime.NOW_MS));
    }

    private void fill(PooledEvents events) {
        for (int entity = 0; entity < entities; entity++) {
            EntityRecord record = matrix.newRow(entity);
            for (int i = 0; i < EVENTS_OF_AN_ENTITY; i++) {
                matrix.apply(record, events.next(entity, BenchTime.NOW_MS));
            }
            records.store(record);
        }
        finish();
    }

    private Partition partition() {
        return matrix.partition();
    }

    private void finish() {
        while (partition().hasWork()) {
            partition().runSlice(SLICE_NANOS);
        }
    }

    /** Asks another column twice. */
    Turn turn() {
        StoredColumn column = others.get(turn % others.size());
        StoredColumn always = kept.get(turn % kept.size());
        turn++;
        partition().columns().drop(Set.of(column.name()));
        finish();
        double loop = nanosOfRow(column, this::sum);
        double first = nanosOfRow(column, this::asked);
        nanosOfRow(always, this::asked);
        return new Turn(first, loop, nanosOfRow(column, this::asked), nanosOfRow(always, this::asked));
    }

    private double nanosOfRow(StoredColumn column, ToLongFunction<StoredColumn> way) {
        final long beginNanos = System.nanoTime();
        final long sum = way.applyAsLong(column);
        final long nanos = System.nanoTime() - beginNanos;
        checks.checkCount("Sum of " + column.name(), sum(column), sum);
        return (double) nanos / entities;
    }

    private long asked(StoredColumn column) {
        return number(answer(List.of(column)).get(0));
    }

    private static long number(Object sum) {
        return ((Number) sum).longValue();
    }

    /** From the records, in the order of rows. */
    private long sum(StoredColumn column) {
        long sum = 0;
        for (int entity = 0; entity < entities; entity++) {
            EntityRecord record = records.find(keys.id(entity));
            sum += column.cell(record.ints(), record.longs());
        }
        return sum;
    }

    private List<Object> answer(List<StoredColumn> columns) {
        StringBuilder text = new StringBuilder("SELECT ");
        for (StoredColumn column : columns) {
            text.append(text.length() > "SELECT ".length() ? ", " : "")
                    .append("sum(")
                    .append(column.name())
                    .append(')');
        }
        text.append(" FROM ").append(MatrixTables.matrixNameOf(schema.model()));
        ScanQuery query = (ScanQuery) new SqlText(tables, AnswerLimits.USUAL).query(text.toString(), List.of());
        matrix.submit(query);
        while (!matrix.isAnswered()) {
            partition().runSlice(SLICE_NANOS);
        }
        return query.answer(matrix.answer()).get(0);
    }

    /** Asks one to three columns at a time, of all that are whole numbers, with room for few. */
    void ask(int questions) {
        List<StoredColumn> all = schema.columns().stream()
                .filter(column -> !column.isExtreme()
                        && MatrixTables.typeOf(schema, column).equals(SqlType.BIGINT))
                .toList();
        partition().columns().look((long) ROOM * Long.BYTES * 2 * entities);
        for (int question = 0; question < questions; question++) {
            List<StoredColumn> asked = new ArrayList<>();
            for (int i = 1 + random.nextInt(MOST_ASKED); i > 0; i--) {
                asked.add(all.get(random.nextInt(all.size())));
            }
            List<Object> sums = answer(asked);
            for (int i = 0; i < sums.size(); i++) {
                checks.checkCount("Sum of " + asked.get(i).name(), sum(asked.get(i)), number(sums.get(i)));
            }
        }
        checks.checkCount("Cells that differ from their records", 0, partition().verify());
    }
}
