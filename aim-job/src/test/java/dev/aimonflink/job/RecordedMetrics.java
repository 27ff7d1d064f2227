package dev.aimonflink.job;

import dev.aimonflink.job.metrics.AimMetrics;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.JobID;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.Histogram;
import org.apache.flink.metrics.Metric;
import org.apache.flink.runtime.clusterframework.types.ResourceID;
import org.apache.flink.runtime.executiongraph.ExecutionAttemptID;
import org.apache.flink.runtime.metrics.groups.AbstractMetricGroup;
import org.apache.flink.runtime.metrics.groups.TaskManagerMetricGroup;
import org.apache.flink.runtime.metrics.groups.TaskMetricGroup;
import org.apache.flink.runtime.metrics.util.TestingMetricRegistry;

/** The metrics that a task under test registers in the job's metric group. */
public final class RecordedMetrics {
    private final Map<String, Metric> metrics = new HashMap<>();

    /** A metric group for the task. */
    public TaskMetricGroup group() {
        TestingMetricRegistry registry = TestingMetricRegistry.builder()
                .setRegisterConsumer(this::record)
                .build();
        return TaskManagerMetricGroup.createTaskManagerMetricGroup(registry, "localhost", ResourceID.generate())
                .addJob(new JobID(), "job")
                .addTask(ExecutionAttemptID.randomId(), "task");
    }

    private void record(Metric metric, String name, AbstractMetricGroup<?> group) {
        if (List.of(group.getScopeComponents()).contains(AimMetrics.GROUP)) {
            metrics.put(name, metric);
        }
    }

    public long counter(String name) {
        return ((Counter) metrics.get(name)).getCount();
    }

    public Histogram histogram(String name) {
        return (Histogram) metrics.get(name);
    }

    public Number gauge(String name) {
        return (Number) ((Gauge<?>) metrics.get(name)).getValue();
    }
}
