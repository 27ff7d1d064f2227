package dev.aimonflink.job.source;

import dev.aimonflink.job.metrics.AimMetrics;
import dev.aimonflink.matrix.layout.WindowClock;
import java.util.function.LongSupplier;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.MetricGroup;

/** The metrics of a reader about each of its Kafka partitions, labelled by the number. */
final class PartitionMetrics {
    private final MetricGroup group;
    private final LongSupplier wallMs;

    PartitionMetrics(MetricGroup operator, LongSupplier wallMs) {
        this.group = AimMetrics.of(operator);
        this.wallMs = wallMs;
    }

    void add(ReadPositions.Position position) {
        MetricGroup ofPartition = group.addGroup(
                AimMetrics.KAFKA_PARTITION, String.valueOf(position.partition().number()));
        Gauge<Long> newestMs = () -> position.newestMs() == WindowClock.NO_TIME ? 0 : position.newestMs();
        Gauge<Long> lagMs = () -> position.lagMs(wallMs.getAsLong());
        ofPartition.gauge(AimMetrics.NEWEST_EVENT_TIME_MS, newestMs);
        ofPartition.gauge(AimMetrics.EVENT_TIME_LAG_MS, lagMs);
    }
}
