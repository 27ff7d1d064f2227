package dev.aimonflink.local;

import dev.aimonflink.clients.Connection;
import dev.aimonflink.clients.EventPublisher;
import dev.aimonflink.clients.TopicAdmin;
import dev.aimonflink.clients.TopicSettings;
import dev.aimonflink.clients.Topics;
import dev.aimonflink.clients.Waiting;
import dev.aimonflink.clients.doctor.ClusterChecks;
import dev.aimonflink.clients.doctor.Finding;
import dev.aimonflink.clients.doctor.Finding.Verdict;
import dev.aimonflink.clients.flink.FlinkRest;
import dev.aimonflink.core.calls.Event;
import dev.aimonflink.core.setup.EventFormat;
import dev.aimonflink.job.Topology;
import dev.aimonflink.job.config.AimOptions;
import dev.aimonflink.job.config.JobSettings;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.MetricOptions;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.configuration.SecurityOptions;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** What the doctor reads of a real JobManager and of a job that runs. */
class DoctorIT {
    private static final Duration DEADLINE = Duration.ofSeconds(60);
    private static final Topics TOPICS = Topics.withPrefix(Topics.DEFAULT_PREFIX);

    private String rest;

    @Test
    void shouldReportDeadLettersAndWhetherCheckpointsAreTaken() throws Exception {
        try (EmbeddedBroker broker = EmbeddedBroker.start();
                LocalFlink flink = LocalFlink.start(1, 1, withoutCheckpoints())) {
            createTopics(broker);
            StreamExecutionEnvironment without = flink.newEnvironment();
            RunningJob job = submit(without, broker, flink);
            // The job reads JSON.
            try (EventPublisher calls =
                    new EventPublisher(Connection.to(broker.bootstrap()), TOPICS.events(), EventFormat.BINARY)) {
                calls.publish(new Event(7, System.currentTimeMillis(), 61, 1.25f, false));
            }
            Waiting.until(() -> finding("dead letters").verdict() == Verdict.WARN, DEADLINE);
            assertThat(finding("dead letters").detail()).isEqualTo("1 since the job was started: 1 malformed");
            assertThat(finding("checkpoints").verdict()).isEqualTo(Verdict.WARN);
            assertThat(finding("checkpoints").detail()).startsWith("they are off");
            assertThat(finding("rows").detail()).startsWith("0 ");
            assertThat(finding("tls").verdict())
                    .isEqualTo(Runtime.version().feature() < 24 ? Verdict.OK : Verdict.WARN);
            job.cancel();

            StreamExecutionEnvironment with = flink.newEnvironment();
            with.enableCheckpointing(500);
            submit(with, broker, flink);
            Waiting.until(() -> finding("checkpoints").detail().contains(", the last "), DEADLINE);
            assertThat(finding("checkpoints").verdict()).isEqualTo(Verdict.OK);
            assertThat(finding("checkpoints").detail()).startsWith("every 500ms, ");
        }
    }

    private Configuration withoutCheckpoints() throws Exception {
        InetAddress loopback = InetAddress.getLoopbackAddress();
        try (ServerSocket free = new ServerSocket(0, 1, loopback)) {
            rest = "http://" + loopback.getHostAddress() + ":" + free.getLocalPort();
            return new Configuration()
                    .set(RestOptions.BIND_PORT, String.valueOf(free.getLocalPort()))
                    .set(SecurityOptions.SSL_ALGORITHMS, "TLS_RSA_WITH_AES_128_CBC_SHA")
                    .set(MetricOptions.METRIC_FETCHER_UPDATE_INTERVAL, Duration.ofMillis(100))
                    .set(CheckpointingOptions.CHECKPOINTING_INTERVAL, Duration.ZERO);
        }
    }

    private static void createTopics(EmbeddedBroker broker) {
        try (TopicAdmin admin = new TopicAdmin(Connection.to(broker.bootstrap()))) {
            admin.createMissing(TOPICS, TopicSettings.defaults());
        }
    }

    private static RunningJob submit(StreamExecutionEnvironment environment, EmbeddedBroker broker, LocalFlink flink)
            throws Exception {
        Topology.build(
                environment,
                JobSettings.of(new Configuration()
                        .set(AimOptions.BOOTSTRAP_SERVERS, broker.bootstrap())
                        .set(AimOptions.AGGREGATES, "42")));
        RunningJob job = flink.submit(environment, "AIM on Flink");
        job.awaitRunning(DEADLINE);
        return job;
    }

    private List<Finding> findings() {
        try {
            return ClusterChecks.findings(new FlinkRest(rest, DEADLINE), DEADLINE);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while examining the cluster.", e);
        }
    }

    private Finding finding(String check) {
        return findings().stream()
                .filter(each -> each.check().equals(check))
                .findFirst()
                .orElseThrow();
    }
}
