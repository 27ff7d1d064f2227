package dev.aimonflink.job.operator;

import dev.aimonflink.core.matrix.Partition;
import dev.aimonflink.core.schema.Window;
import dev.aimonflink.job.metrics.AimMetrics;
import java.util.List;
import java.util.Locale;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.MetricGroup;

/** What the matrix operator tells of itself. */
final class MatrixMetrics {
    private final MetricGroup group;
    private final Counter eventsApplied;
    private final Counter profilesApplied;
    private final Counter deadLetters;
    private final Counter scanNanos;

    MatrixMetrics(MetricGroup operator, Partition partition, List<Window> windows) {
        group = AimMetrics.of(operator);
        eventsApplied = group.counter(AimMetrics.EVENTS_APPLIED);
        profilesApplied = group.counter(AimMetrics.PROFILES_APPLIED);
        deadLetters = group.counter(AimMetrics.DEAD_LETTERS);
        scanNanos = group.counter(AimMetrics.SCAN_NANOS);
        gauge(AimMetrics.ROWS, partition::rows);
        gauge(AimMetrics.QUERIES_IN_FLIGHT, partition::queriesInFlight);
        gauge(AimMetrics.WINDOW_TURNS, partition::turns);
        for (int window = 0; window < windows.size(); window++) {
            int index = window;
            gauge(
                    AimMetrics.EVENTS_LATE_FOR + capitalized(windows.get(window).label()),
                    () -> partition.lateEvents(index));
        }
    }

    private static String capitalized(String label) {
        return label.substring(0, 1).toUpperCase(Locale.ROOT) + label.substring(1);
    }

    private void gauge(String name, Gauge<Number> gauge) {
        group.gauge(name, gauge);
    }

    void gear(ScanSchedule schedule) {
        gauge(AimMetrics.SCAN_GEAR, () -> schedule.gear() == ScanSchedule.Gear.FREE ? 1 : 2);
    }

    void eventApplied() {
        eventsApplied.inc();
    }

    void profileApplied() {
        profilesApplied.inc();
    }

    void deadLetter() {
        deadLetters.inc();
    }

    /** The slices with a stop-watch. */
    ScanSchedule.Slices timed(ScanSchedule.Slices slices) {
        return budgetNanos -> {
            long startNanos = System.nanoTime();
            boolean more = slices.run(budgetNanos);
            scanNanos.inc(System.nanoTime() - startNanos);
            return more;
        };
    }
}
