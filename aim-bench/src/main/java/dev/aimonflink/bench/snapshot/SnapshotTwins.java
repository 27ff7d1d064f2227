package dev.aimonflink.bench.snapshot;

import dev.aimonflink.bench.world.BenchTime;
import dev.aimonflink.bench.world.HeapRecords;
import dev.aimonflink.bench.world.MeasuredModel;
import dev.aimonflink.bench.world.ModelEvents;
import dev.aimonflink.bench.world.ModelMatrix;
import dev.aimonflink.job.message.EventChunks;
import dev.aimonflink.matrix.column.Block;
import dev.aimonflink.matrix.column.ColumnSet;
import dev.aimonflink.matrix.kernel.KernelChoice;
import dev.aimonflink.matrix.kernel.Kernels;
import dev.aimonflink.matrix.layout.MatrixSchema;
import dev.aimonflink.matrix.layout.WindowClock;
import dev.aimonflink.matrix.model.DeclaredEvent;
import dev.aimonflink.matrix.record.EntityRecord;
import dev.aimonflink.matrix.row.UpdateHook;
import dev.aimonflink.query.serve.partition.Partition;
import dev.aimonflink.query.setup.Catalogues;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Measures snapshots of the same columns in each {@link SnapshotWay}: an update thread applies events as fast as it can, and a scan thread
 * answers the same queries, with a new snapshot after every few of them.
 *
 * <pre>
 *   update thread, the caller's                         scan thread
 *   takes a snapshot     -- given: a volatile write --&gt;
 *   applies events                                      answers queries
 *   ends the snapshot    &lt;-- given: null --------------
 * </pre>
 *
 * <p>The ways differ only in the columns. The records are those of one partition that keeps no columns; each record changed by an event is
 * copied to all kept columns of the way, as a delta does it. Owned by one thread, the update thread.
 */
public final class SnapshotTwins implements AutoCloseable {
    /** The scan thread exists from the beginning, so that it can be found by this name and pinned to a core. */
    public static final String SCAN_NAME = "twins-scan";

    public static final int QUERIES = 16;

    private static final int PAGE_ROWS = 1 << 10;

    /** As a partition yields to the thread that scans. */
    private static final long GIVE_WAY_NANOS = TimeUnit.MICROSECONDS.toNanos(200);

    private static final long LAST_QUERIES_SECONDS = 30;
    private static final double NANOS_PER_SECOND = 1e9;

    private record Scanned(long queries, long nanos, long readyNanos) {}

    private final ExecutorService scanThread = Executors.newSingleThreadExecutor(task -> new Thread(task, SCAN_NAME));
    private final Kernels kernels = KernelChoice.chosen().kernels();
    private final SnapshotColumns columns;
    private final List<ColumnQuery> queries;
    private final Partition partition;
    private final ModelEvents events;
    private final WindowClock clock;

    /** Null while the scan thread has none. */
    private volatile KeptCells.Snapshot given;

    private volatile boolean isOver;

    /** Makes the rows and records of {@code subscribers}. */
    public SnapshotTwins(MeasuredModel measured, int subscribers) {
        MatrixSchema schema = MatrixSchema.of(measured.model());
        ColumnSet kept = new ColumnSet(schema, Catalogues.scannedColumns(schema));
        columns = new SnapshotColumns(
                kept,
                Catalogues.scannedColumns(schema).stream()
                        .sorted()
                        .map(kept::handle)
                        .toList(),
                subscribers);
        queries = IntStream.range(0, QUERIES)
                .mapToObj(number -> ColumnQuery.of(columns, number))
                .toList();
        ModelMatrix matrix = new ModelMatrix(measured, Set.of(), kernels, new HeapRecords());
        partition = matrix.partition();
        matrix.addRows(subscribers);
        events = new ModelEvents(measured.model(), matrix, subscribers, EventChunks.MAX_EVENTS);
        // From the first event after the day's on, no window turns.
        events.apply();
        clock = new WindowClock(schema.windows(), BenchTime.ZONE);
        clock.advance(partition.nowMs());
        scanThread.execute(() -> {});
    }

    /**
     * Lets both threads run for some seconds, and until the last queries are answered.
     *
     * @param queriesOfSnapshot queries on each snapshot: 1, 2, 4, 8 or 16
     */
    public SnapshotRun run(SnapshotWay way, int queriesOfSnapshot, double seconds) throws InterruptedException {
        if (queriesOfSnapshot < 1 || QUERIES % queriesOfSnapshot != 0) {
            throw new IllegalArgumentException(queriesOfSnapshot + " does not divide " + QUERIES + " queries.");
        }
        final KeptCells cells = filled(way);
        isOver = false;
        given = cells.take();
        final Future<Scanned> scanning = scanThread.submit(() -> scan(queriesOfSnapshot));
        final long before = events.counted();
        final long startNanos = System.nanoTime();
        final long endNanos = startNanos + (long) (seconds * NANOS_PER_SECOND);
        long nowNanos = startNanos;
        try {
            while (nowNanos < endNanos) {
                events.apply();
                if (given == null) {
                    cells.end();
                    given = cells.take();
                }
                if (cells.isFull()) {
                    LockSupport.parkNanos(GIVE_WAY_NANOS);
                }
                nowNanos = System.nanoTime();
            }
        } finally {
            isOver = true;
        }
        final Scanned scanned = last(scanning);
        cells.end();
        return new SnapshotRun(
                way,
                queriesOfSnapshot,
                events.counted() - before,
                nowNanos - startNanos,
                scanned.queries,
                scanned.nanos,
                cells.copyNanos() + scanned.readyNanos,
                IntStream.range(0, columns.rows())
                        .mapToLong(row -> cells.differences(row, record(row)))
                        .sum());
    }

    private static Scanned last(Future<Scanned> scanning) throws InterruptedException {
        try {
            return scanning.get(LAST_QUERIES_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            throw new IllegalStateException("The scan thread failed.", e.getCause());
        } catch (TimeoutException e) {
            throw new IllegalStateException("The last queries have no answer after " + LAST_QUERIES_SECONDS + " s.", e);
        }
    }

    /** The cells of all records, which further events change, too. */
    KeptCells filled(SnapshotWay way) {
        KeptCells cells =
                switch (way) {
                    case ETL -> new DeltaCells(columns, clock, true);
                    case UNMERGED -> new DeltaCells(columns, clock, false);
                    case COPY_ON_WRITE -> new CopiedCells(columns, Block.ROWS);
                    case COPY_ON_WRITE_PAGES -> new CopiedCells(columns, PAGE_ROWS);
                };
        for (int row = 0; row < columns.rows(); row++) {
            cells.write(row, record(row));
        }
        partition.hook(new UpdateHook() {
            @Override
            public void before(EntityRecord record) {}

            /** The keys of subscribers are the numbers of their rows. */
            @Override
            public void after(EntityRecord record, DeclaredEvent event) {
                cells.write((int) record.id(), record);
            }
        });
        return cells;
    }

    private EntityRecord record(int row) {
        return partition.present(partition.storedAt(row));
    }

    void apply(int chunks) {
        for (int i = 0; i < chunks; i++) {
            events.apply();
        }
    }

    private Scanned scan(int queriesOfSnapshot) {
        final long startNanos = System.nanoTime();
        long readyNanos = 0;
        long answered = 0;
        while (true) {
            // Before the other, so that the last snapshot is not missed.
            final boolean isLast = isOver;
            final KeptCells.Snapshot snapshot = given;
            if (snapshot != null) {
                final int first = (int) (answered % QUERIES);
                answers(snapshot, queries.subList(first, first + queriesOfSnapshot));
                answered += queriesOfSnapshot;
                readyNanos += snapshot.nanos();
                given = null;
            } else if (isLast) {
                return new Scanned(answered, System.nanoTime() - startNanos, readyNanos);
            } else {
                Thread.onSpinWait();
            }
        }
    }

    /** Answers all queries, and gives the snapshot back. */
    long[][][] answers(KeptCells.Snapshot snapshot) {
        return answers(snapshot, queries);
    }

    private long[][][] answers(KeptCells.Snapshot snapshot, List<ColumnQuery> asked) {
        snapshot.reads(asked.stream().flatMap(query -> query.names().stream()).collect(Collectors.toSet()));
        final long[][][] answers = new long[asked.size()][][];
        for (int i = 0; i < answers.length; i++) {
            answers[i] = asked.get(i).answer(snapshot, kernels, i == answers.length - 1);
        }
        return answers;
    }

    @Override
    public void close() {
        scanThread.shutdown();
    }
}
