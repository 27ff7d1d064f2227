package dev.aimonflink.local;

import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.MetricOptions;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.Meter;
import org.apache.flink.metrics.Metric;
import org.apache.flink.metrics.MetricConfig;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.metrics.reporter.MetricReporter;
import org.apache.flink.metrics.reporter.MetricReporterFactory;

/** Reads the metrics of a cluster in this JVM directly. A name stands for the metrics of all operators and subtasks. */
public final class InProcessMetrics implements MetricReporter {
    /** The reporter's property that distinguishes this view from those of other clusters in this JVM. */
    static final String ID = "id";

    private static final String REPORTER = "in-process";
    private static final Map<String, InProcessMetrics> OPEN = new ConcurrentHashMap<>();

    private record Registered(Metric metric, String identifier) {}

    private final String id = UUID.randomUUID().toString();
    private final Set<Registered> metrics = ConcurrentHashMap.newKeySet();

    InProcessMetrics() {}

    /** Gives Flink, which creates reporters by their factory's name, the view of the cluster's owner. */
    public static final class Factory implements MetricReporterFactory {
        @Override
        public MetricReporter createMetricReporter(Properties properties) {
            return ofId(properties.getProperty(ID));
        }
    }

    static InProcessMetrics ofId(String id) {
        InProcessMetrics view = OPEN.get(id);
        if (view == null) {
            throw new IllegalStateException("No cluster in this JVM reads the metrics of id=" + id + ".");
        }
        return view;
    }

    /** Makes the cluster with this configuration report here, until {@link #release}. */
    void attachTo(Configuration configuration) {
        OPEN.put(id, this);
        Configuration reporter = MetricOptions.forReporter(configuration, REPORTER);
        reporter.set(MetricOptions.REPORTER_FACTORY_CLASS, Factory.class.getName());
        reporter.setString(ID, id);
    }

    void release() {
        OPEN.remove(id);
    }

    /**
     * The sum of the counters, meters' counts and numeric gauges of a name, over all subtasks; zero if there are none.
     *
     * @param name the last parts of the identifier, such as {@code eventsApplied} or {@code aim.eventsApplied}
     */
    public long sum(String name) {
        return values(name).sum();
    }

    /** The summands of {@link #sum}, in an order that is stable while no metric comes or goes. */
    public long[] each(String name) {
        return values(name).toArray();
    }

    private LongStream values(String name) {
        return ofName(name).flatMapToLong(InProcessMetrics::value);
    }

    <M extends Metric> Stream<M> ofKind(Class<M> kind, String name) {
        return ofName(name).filter(kind::isInstance).map(kind::cast);
    }

    private Stream<Metric> ofName(String name) {
        String suffix = "." + name;
        return metrics.stream()
                .filter(each -> each.identifier.equals(name) || each.identifier.endsWith(suffix))
                .map(each -> each.metric);
    }

    private static LongStream value(Metric metric) {
        if (metric instanceof Counter counter) {
            return LongStream.of(counter.getCount());
        }
        if (metric instanceof Meter meter) {
            return LongStream.of(meter.getCount());
        }
        if (metric instanceof Gauge<?> gauge && gauge.getValue() instanceof Number number) {
            return LongStream.of(number.longValue());
        }
        return LongStream.empty();
    }

    @Override
    public void open(MetricConfig config) {}

    @Override
    public void close() {
        metrics.clear();
    }

    @Override
    public void notifyOfAddedMetric(Metric metric, String name, MetricGroup group) {
        metrics.add(new Registered(metric, group.getMetricIdentifier(name)));
    }

    @Override
    public void notifyOfRemovedMetric(Metric metric, String name, MetricGroup group) {
        metrics.remove(new Registered(metric, group.getMetricIdentifier(name)));
    }
}
