package dev.aimonflink.local;

import dev.aimonflink.clients.Waiting;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.flink.api.common.JobStatus;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.RichMapFunction;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.connector.source.lib.NumberSequenceSource;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.metrics.Counter;
import org.apache.flink.runtime.jobgraph.SavepointRestoreSettings;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static dev.aimonflink.testing.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class LocalFlinkIT {
    private static final int SLOTS = 2;
    private static final Duration DEADLINE = Duration.ofSeconds(60);

    @Test
    void shouldRunAJobAndSumItsCountersOverAllSubtasks() {
        try (LocalFlink flink = LocalFlink.start(SLOTS)) {
            RunningJob job = submitEndlessCount(flink, SavepointRestoreSettings.none());

            assertThat(job.status()).isEqualTo(JobStatus.RUNNING);
            assertThat(flink.metrics().each("test.seen")).hasSize(SLOTS);
            assertThat(Waiting.until(() -> flink.metrics().sum("test.seen") > 1000, DEADLINE))
                    .isTrue();
            assertThat(flink.metrics().sum("test.two")).isEqualTo(2L * SLOTS);
            assertThat(flink.metrics().sum("est.two")).isZero();

            job.cancel();
            assertThat(job.status()).isEqualTo(JobStatus.CANCELED);
            assertThatThrownBy(job::requireRunning).hasNoCause();
        }
    }

    @Test
    void shouldStopWithASavepointAndBeginFromIt(@TempDir Path savepoints) {
        try (LocalFlink flink = LocalFlink.start(SLOTS)) {
            RunningJob first = submitEndlessCount(flink, SavepointRestoreSettings.none());
            String savepoint = first.stopWithSavepoint(savepoints);

            assertThat(first.status()).isEqualTo(JobStatus.FINISHED);
            assertThat(savepoint).startsWith("file:");

            RunningJob second = submitEndlessCount(flink, SavepointRestoreSettings.forPath(savepoint));
            assertThat(second.status()).isEqualTo(JobStatus.RUNNING);
        }
    }

    @Test
    void shouldReportWhyAJobFailed() {
        try (LocalFlink flink = LocalFlink.start(SLOTS)) {
            StreamExecutionEnvironment environment = flink.newEnvironment();
            environment
                    // One element: of several, any could be the first that is refused.
                    .fromSequence(1, 1)
                    .map(LocalFlinkIT::refuse)
                    .returns(Types.LONG)
                    .sinkTo(new DiscardingSink<>());
            RunningJob job = flink.submit(environment, "refusing");

            assertThat(Waiting.until(() -> job.status() == JobStatus.FAILED, DEADLINE))
                    .isTrue();
            assertFails(IllegalStateException.class, job::requireRunning)
                    .hasMessage("The job 'refusing' is FAILED instead of running.");
            assertFails(IllegalStateException.class, () -> job.awaitRunning(DEADLINE))
                    .hasMessage("The job 'refusing' is FAILED instead of running.")
                    .hasStackTraceContaining("refused 1");
        }
    }

    /** As Flink ends one whose task throws while it cleans up after another one was lost. */
    @Test
    void shouldStartAnotherTaskManagerForOneThatHasEndedByItself() {
        try (LocalFlink flink = LocalFlink.start(2, 1, new Configuration())) {
            flink.miniCluster().terminateTaskManager(1).join();
            assertThat(Waiting.until(() -> connected(flink) == 1, DEADLINE)).isTrue();
            flink.replaceLost(Duration.ZERO);
            assertThat(Waiting.until(() -> connected(flink) == 2, DEADLINE)).isTrue();
            flink.replaceLost(Duration.ZERO);
            assertThat(flink.taskManagers()).isEqualTo(2);
            // The two that are there, which are not the two that were started first.
            flink.replaceTaskManagers(2);
            assertThat(flink.taskManagers()).isEqualTo(2);
            assertThat(Waiting.until(() -> connected(flink) == 2, DEADLINE)).isTrue();
        }
    }

    private static int connected(LocalFlink flink) {
        return flink.miniCluster().requestClusterOverview().join().getNumTaskManagersConnected();
    }

    @Test
    void shouldKeepTwoClustersApart() {
        try (LocalFlink busy = LocalFlink.start(1);
                LocalFlink idle = LocalFlink.start(1)) {
            submitEndlessCount(busy, SavepointRestoreSettings.none());

            assertThat(busy.metrics().each("test.seen")).hasSize(1);
            assertThat(idle.metrics().each("test.seen")).isEmpty();
        }
    }

    @Test
    void shouldLeaveNothingBehind() throws Exception {
        OwnThreads threads = new OwnThreads();
        Path directory = threads.call(
                () -> {
                    try (LocalFlink flink = LocalFlink.start(SLOTS)) {
                        submitEndlessCount(flink, SavepointRestoreSettings.none());
                        assertThat(threads.left()).hasSizeGreaterThan(1);
                        Path ofCluster = flink.savepoints().getParent();
                        assertThat(ofCluster).isNotEmptyDirectory();
                        return ofCluster;
                    }
                },
                DEADLINE.multipliedBy(3));
        assertThat(Waiting.until(() -> threads.left().isEmpty() && tasks().isEmpty(), DEADLINE))
                .as(() -> "left running: " + threads.left() + tasks())
                .isTrue();
        assertThat(directory).doesNotExist();
    }

    /** Threads of tasks, which Flink has in one group for all clusters. */
    private static Set<Thread> tasks() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.isAlive() && thread.getName().contains("Source: numbers"))
                .collect(Collectors.toSet());
    }

    private static long refuse(long value) {
        throw new IllegalStateException("refused " + value);
    }

    private static RunningJob submitEndlessCount(LocalFlink flink, SavepointRestoreSettings restoreFrom) {
        StreamExecutionEnvironment environment = flink.newEnvironment();
        environment
                .fromSource(
                        new NumberSequenceSource(0, Long.MAX_VALUE - 1), WatermarkStrategy.noWatermarks(), "numbers")
                .uid("numbers")
                .map(new Counting())
                .uid("count")
                .sinkTo(new DiscardingSink<>())
                .uid("discard");
        RunningJob job = flink.submit(environment, "endless count", restoreFrom);
        job.awaitRunning(DEADLINE);
        return job;
    }

    private static final class Counting extends RichMapFunction<Long, Long> {
        private transient Counter seen;

        @Override
        public void open(OpenContext context) {
            var group = getRuntimeContext().getMetricGroup().addGroup("test");
            seen = group.counter("seen");
            group.gauge("two", () -> 2);
            group.gauge("name", () -> "not a number");
        }

        @Override
        public Long map(Long value) {
            seen.inc();
            return value;
        }
    }
}
