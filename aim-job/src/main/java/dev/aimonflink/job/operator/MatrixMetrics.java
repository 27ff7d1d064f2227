package dev.aimonflink.job.operator;

import dev.aimonflink.job.metrics.AimMetrics;
import dev.aimonflink.job.metrics.ReasonCounter;
import dev.aimonflink.job.metrics.RecentTimes;
import dev.aimonflink.matrix.format.DeadLetterReason;
import dev.aimonflink.matrix.model.Window;
import dev.aimonflink.matrix.model.WindowPolicy;
import dev.aimonflink.query.serve.partition.Partition;
import dev.aimonflink.query.serve.pass.NanoClock;
import dev.aimonflink.query.serve.pass.Part;
import dev.aimonflink.query.serve.pass.ScanThread;
import java.util.List;
import java.util.Locale;
import java.util.function.LongSupplier;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.MetricGroup;

/** The metrics of the matrix operator. */
final class MatrixMetrics {
    /** Slices with more CPU time are counted separately, because events wait for them. */
    static final long LONG_SLICE_NANOS = 500_000;

    private final MetricGroup group;
    private final Counter eventsApplied;
    private final Counter profilesApplied;
    private final ReasonCounter<DeadLetterReason> deadLetters;
    private final Counter scanNanos;
    private final Counter scanRows;
    private final Counter scanFreshRows;
    private final Counter scanSlices;
    private final Counter scanSlicesLong;

    MatrixMetrics(MetricGroup operator, Partition partition, List<WindowPolicy> windows, LongSupplier wallClockMs) {
        group = AimMetrics.of(operator);
        eventsApplied = group.counter(AimMetrics.EVENTS_APPLIED);
        profilesApplied = group.counter(AimMetrics.PROFILES_APPLIED);
        deadLetters = new ReasonCounter<>(
                operator,
                AimMetrics.DEAD_LETTERS,
                List.of(
                        DeadLetterReason.OVERFLOW,
                        DeadLetterReason.AHEAD,
                        DeadLetterReason.LATE,
                        DeadLetterReason.FILTER,
                        DeadLetterReason.FULL));
        scanNanos = group.counter(AimMetrics.SCAN_NANOS);
        scanRows = group.counter(AimMetrics.SCAN_ROWS);
        scanFreshRows = group.counter(AimMetrics.SCAN_FRESH_ROWS);
        scanSlices = group.counter(AimMetrics.SCAN_SLICES);
        scanSlicesLong = group.counter(AimMetrics.SCAN_SLICES_LONG);
        gauge(AimMetrics.ROWS, partition::rows);
        gauge(AimMetrics.ENTITIES_FORGOTTEN, partition::forgotten);
        gauge(AimMetrics.COLUMN_BYTES, partition::columnBytes);
        gauge(AimMetrics.QUERIES_IN_FLIGHT, partition.queries()::size);
        gauge(AimMetrics.SQL_BYTES_KEPT, partition.queries()::keptBytes);
        gauge(AimMetrics.QUERIES_EXPIRED, partition.queries()::expired);
        gauge(AimMetrics.PARTS_REUSED, partition.queries()::reused);
        gauge(
                AimMetrics.SCAN_STATE,
                () -> partition.queries().scheduler().mode().ordinal() + 1);
        gauge(AimMetrics.SCAN_STATE_CHANGES, partition.queries().scheduler()::changes);
        gauge(AimMetrics.WINDOW_TURNS, partition::turns);
        // A partition switches to scalar kernels if the vector kernels fail.
        gauge(AimMetrics.VECTOR_KERNELS, () -> partition.kernels().vectors());
        FreshnessLag lag = new FreshnessLag(partition::oldestMs, partition::nowMs, wallClockMs);
        gauge(AimMetrics.FRESHNESS_LAG_MS, lag::millis);
        for (int window = 0; window < windows.size(); window++) {
            int index = window;
            gauge(
                    AimMetrics.EVENTS_LATE_FOR + capitalized(nameOf(windows.get(window))),
                    () -> partition.lateEvents(index));
        }
    }

    private static String nameOf(WindowPolicy window) {
        return window instanceof Window calendar ? calendar.label() : window.columnName();
    }

    /** {@code 3Days} for {@code 3_days}. */
    private static String capitalized(String label) {
        StringBuilder words = new StringBuilder();
        for (String word : label.split("_")) {
            words.append(word.substring(0, 1).toUpperCase(Locale.ROOT)).append(word.substring(1));
        }
        return words.toString();
    }

    private void gauge(String name, Gauge<Number> gauge) {
        group.gauge(name, gauge);
    }

    void show(MatrixRequests requests, ScanSchedule schedule, EntitiesPerPartition limit, KeyedRecords records) {
        gauge(AimMetrics.QUERIES_AWAITING_EVENTS, requests::awaitingEvents);
        gauge(AimMetrics.SCAN_GEAR, () -> schedule.gear() == ScanSchedule.Gear.FREE ? 1 : 2);
        gauge(AimMetrics.ROWS_LIMIT, limit::rows);
        gauge(AimMetrics.RULES_BYTES, records::rememberedBytes);
    }

    void show(ScanThread scanThread) {
        gauge(AimMetrics.SCAN_THREAD_NANOS, scanThread::cpuNanos);
    }

    void show(EventGaps gaps, RecentTimes decodedToApplied) {
        gauge(AimMetrics.EVENT_GAP_MS, gaps::longestMillis);
        group.histogram(AimMetrics.DECODED_TO_APPLIED_MICROS, decodedToApplied);
    }

    long eventsApplied() {
        return eventsApplied.getCount();
    }

    void eventApplied() {
        eventsApplied.inc();
    }

    void profileApplied() {
        profilesApplied.inc();
    }

    void deadLetter(DeadLetterReason reason) {
        deadLetters.count(reason);
    }

    void scanned(Part part) {
        scanRows.inc(part.rowsScanned());
        scanFreshRows.inc(part.scan() == null ? 0 : part.scan().freshRows());
    }

    ScanSchedule.Slices timed(ScanSchedule.Slices slices, NanoClock clock) {
        return budgetNanos -> {
            long startNanos = clock.nanoTime();
            boolean more = slices.run(budgetNanos);
            long nanos = clock.nanoTime() - startNanos;
            scanNanos.inc(nanos);
            scanSlices.inc();
            if (nanos > LONG_SLICE_NANOS) {
                scanSlicesLong.inc();
            }
            return more;
        };
    }
}
