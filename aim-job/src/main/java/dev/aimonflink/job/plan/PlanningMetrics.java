package dev.aimonflink.job.plan;

import dev.aimonflink.job.metrics.AimMetrics;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.MetricGroup;

/** The metrics of a planner, at the reader of queries, in whose TaskManager each text is planned first. */
public final class PlanningMetrics {
    public PlanningMetrics(MetricGroup operator, Planner planner) {
        MetricGroup group = AimMetrics.of(operator);
        group.gauge(AimMetrics.TEXTS_WAITING, (Gauge<Integer>) planner::waiting);
        group.gauge(AimMetrics.TEXTS_REFUSED, (Gauge<Long>) planner.usage()::refused);
        group.gauge(AimMetrics.PLANNING_NANOS, (Gauge<Long>) planner.usage()::nanos);
        planner.usage().onNewClient((client, nanos) -> group.addGroup(AimMetrics.CLIENT, client)
                .gauge(AimMetrics.PLANNING_NANOS, (Gauge<Long>) nanos::get));
    }
}
