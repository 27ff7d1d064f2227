package dev.aimonflink.local;

import dev.aimonflink.clients.EventPublisher;
import dev.aimonflink.clients.QueryClient;
import dev.aimonflink.clients.Waiting;
import dev.aimonflink.clients.doctor.ClusterChecks;
import dev.aimonflink.clients.doctor.Finding;
import dev.aimonflink.clients.doctor.Finding.Verdict;
import dev.aimonflink.clients.flink.FlinkRest;
import dev.aimonflink.job.config.AimOptions;
import dev.aimonflink.matrix.calls.Event;
import dev.aimonflink.matrix.setup.EventFormat;
import dev.aimonflink.query.serve.mode.ScanMode;
import dev.aimonflink.query.serve.mode.ScanSetting;
import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.query.serve.request.ScansRequest;
import java.time.Duration;
import java.util.List;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import static org.assertj.core.api.Assertions.assertThat;

/** What the doctor reads of a real JobManager and of a job that runs, and what a job says of its scans. */
class DoctorIT {
    private static final Duration DEADLINE = Duration.ofSeconds(60);

    @RegisterExtension
    final SharedCluster cluster = new SharedCluster();

    @Test
    void shouldReportDeadLettersAndWhetherCheckpointsAreTaken() throws Exception {
        cluster.createTopics();
        RunningJob job = submitWithCheckpoints(Duration.ZERO);
        // The job reads JSON.
        try (EventPublisher calls =
                new EventPublisher(cluster.connection(), cluster.topics().events(), EventFormat.BINARY)) {
            calls.publish(new Event(7, System.currentTimeMillis(), 61, 1.25f, false));
        }
        Waiting.until(() -> finding("dead letters").verdict() == Verdict.WARN, DEADLINE);
        assertThat(finding("dead letters").detail()).isEqualTo("1 since the job was started: 1 malformed");
        assertThat(finding("checkpoints").verdict()).isEqualTo(Verdict.WARN);
        assertThat(finding("checkpoints").detail()).startsWith("they are off");
        assertThat(finding("rows").detail()).startsWith("0 ");
        job.cancel();

        submitWithCheckpoints(Duration.ofMillis(500));
        Waiting.until(() -> finding("checkpoints").detail().contains(", the last "), DEADLINE);
        assertThat(finding("checkpoints").verdict()).isEqualTo(Verdict.OK);
        assertThat(finding("checkpoints").detail()).startsWith("every 500ms, ");
    }

    @Test
    void shouldSayWhereScansRunAndChangeIt() {
        cluster.createTopics();
        submitWithCheckpoints(Duration.ZERO);
        QueryClient client = cluster.newClient();
        for (ScanMode mode : List.of(ScanMode.S2, ScanMode.S1)) {
            assertThat(client.answer(new ScansRequest(new ScanSetting(mode)).asked(), DEADLINE)
                            .rows())
                    .singleElement()
                    .satisfies(row -> assertThat(row).startsWith(0L, mode.label()));
            assertThat(client.answer(AskedQuery.withDefaults("w2"), DEADLINE).error())
                    .isNull();
        }
        List<Object> row =
                client.answer(new ScansRequest(null).asked(), DEADLINE).rows().get(0);
        assertThat(row).startsWith(0L, "s1", "s1", 2L, 1L, 1L);
    }

    private RunningJob submitWithCheckpoints(Duration interval) {
        Configuration settings = new Configuration().set(CheckpointingOptions.CHECKPOINTING_INTERVAL, interval);
        RunningJob job = cluster.submit(
                cluster.newEnvironment(1, settings), cluster.options().set(AimOptions.MODEL, "aim-42"));
        job.awaitRunning(DEADLINE);
        return job;
    }

    private List<Finding> findings() {
        try {
            return ClusterChecks.findings(new FlinkRest(cluster.flink().restAddress(), DEADLINE), DEADLINE);
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
