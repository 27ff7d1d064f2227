package dev.aimonflink.local;

import java.util.Properties;
import org.apache.flink.metrics.reporter.MetricReporter;
import org.apache.flink.metrics.reporter.MetricReporterFactory;

/** Flink makes reporters by itself, by name; this one hands it the view that the cluster's owner already holds. */
public final class InProcessMetricsReporterFactory implements MetricReporterFactory {
    @Override
    public MetricReporter createMetricReporter(Properties properties) {
        return InProcessMetrics.ofId(properties.getProperty(InProcessMetrics.ID));
    }
}
