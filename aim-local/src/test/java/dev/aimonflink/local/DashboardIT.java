package dev.aimonflink.local;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.aimonflink.clients.EventPublisher;
import dev.aimonflink.clients.QueryClient;
import dev.aimonflink.clients.Waiting;
import dev.aimonflink.job.Topology;
import dev.aimonflink.job.config.AimOptions;
import dev.aimonflink.job.config.JobSettings;
import dev.aimonflink.matrix.calls.Event;
import dev.aimonflink.matrix.setup.EventFormat;
import dev.aimonflink.query.serve.request.AskedQuery;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.MetricOptions;
import org.apache.flink.metrics.prometheus.PrometheusReporterFactory;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import static org.assertj.core.api.Assertions.assertThat;

/** The dashboard and the alerts against what a running job reports to Prometheus. */
class DashboardIT {
    private static final Path DASHBOARD = Path.of("..", "docs", "grafana", "aim.json");
    private static final Path ALERTS = Path.of("..", "docs", "prometheus", "alerts.yml");
    private static final Duration DEADLINE = Duration.ofSeconds(60);
    private static final Pattern METRIC = Pattern.compile("flink_\\w+");
    private static final String OURS = "flink_taskmanager_job_task_operator_aim_";

    @RegisterExtension
    final SharedCluster cluster = new SharedCluster();

    @Test
    void shouldShowMetricsThatThereAreAndAllOfOurs() throws Exception {
        Set<String> shown = shown();
        int port = freePort();
        cluster.createTopics();
        try (LocalFlink flink = LocalFlink.start(1, 1, reportingAt(port))) {
            StreamExecutionEnvironment environment = flink.newEnvironment();
            Topology.build(environment, JobSettings.of(cluster.options().set(AimOptions.MODEL, "aim-42")));
            flink.submit(environment, "AIM on Flink").awaitRunning(DEADLINE);
            // A reader knows its backlog from its first record on.
            try (EventPublisher events =
                    new EventPublisher(cluster.connection(), cluster.topics().events(), EventFormat.JSON)) {
                events.publish(new Event(7, System.currentTimeMillis(), 61, 1.25f, false));
            }

            // What the planning of a client's statements takes is counted from the first one on.
            try (QueryClient client = new QueryClient(cluster.connection(), cluster.topics(), "dashboard")) {
                client.ask(new AskedQuery("sql", Map.of("text", "SELECT count(*) FROM subscribers")), DEADLINE)
                        .join();
            }

            Waiting.until(() -> reported(port).containsAll(shown), DEADLINE);
            Set<String> reported = reported(port);
            assertThat(reported).containsAll(shown);
            reported.removeIf(metric -> !metric.startsWith(OURS));
            assertThat(shown).containsAll(reported);
        }
    }

    private static Set<String> shown() throws IOException {
        JsonNode dashboard = new ObjectMapper().readTree(DASHBOARD.toFile());
        Set<String> metrics = new TreeSet<>();
        for (JsonNode panel : dashboard.path("panels")) {
            for (JsonNode target : panel.path("targets")) {
                addMetrics(target.path("expr").asText(), metrics);
            }
        }
        assertThat(metrics).hasSizeGreaterThan(20);
        addMetrics(Files.readString(ALERTS), metrics);
        return metrics;
    }

    /** What Prometheus would read. */
    private static Set<String> reported(int port) {
        Set<String> metrics = new TreeSet<>();
        try {
            URI uri =
                    URI.create("http://" + InetAddress.getLoopbackAddress().getHostAddress() + ":" + port + "/metrics");
            String page = HttpClient.newHttpClient()
                    .send(HttpRequest.newBuilder(uri).timeout(DEADLINE).build(), BodyHandlers.ofString())
                    .body();
            page.lines().filter(line -> line.startsWith("# TYPE ")).forEach(line -> addMetrics(line, metrics));
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot read the metrics.", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while reading the metrics.", e);
        }
        return metrics;
    }

    private static void addMetrics(String text, Set<String> metrics) {
        METRIC.matcher(text).results().forEach(found -> metrics.add(found.group()));
    }

    private static Configuration reportingAt(int port) {
        Configuration configuration = new Configuration();
        Configuration reporter = MetricOptions.forReporter(configuration, "prometheus");
        reporter.set(MetricOptions.REPORTER_FACTORY_CLASS, PrometheusReporterFactory.class.getName());
        reporter.setString("port", String.valueOf(port));
        return configuration;
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
