package dev.aimonflink.job.source;

import dev.aimonflink.job.TestSettings;
import dev.aimonflink.job.config.JobSettings;
import dev.aimonflink.job.source.Rights.Right;
import dev.aimonflink.matrix.model.InvalidInputException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.BiConsumer;
import org.apache.flink.api.connector.source.ReaderInfo;
import org.apache.flink.api.connector.source.SourceEvent;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.api.connector.source.SplitsAssignment;
import org.apache.flink.connector.kafka.source.enumerator.KafkaSourceEnumState;
import org.apache.flink.connector.kafka.source.split.KafkaPartitionSplit;
import org.apache.flink.metrics.groups.SplitEnumeratorMetricGroup;
import org.apache.flink.metrics.groups.UnregisteredMetricsGroup;
import org.apache.flink.runtime.execution.SuppressRestartsException;
import org.apache.flink.util.InstantiationUtil;
import org.junit.jupiter.api.Test;

import static dev.aimonflink.testing.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class PermittedSourceTest {
    private static final JobSettings SETTINGS = TestSettings.with();
    private static final List<Right> MISSING =
            List.of(Rights.of(SETTINGS).needed().get(0));
    private static final String SENTENCE = "lacks the right READ on topic " + SETTINGS.eventsTopic();

    private final PermittedSource source = (PermittedSource) Sources.events(SETTINGS);
    private final BrokerThatRefuses broker = new BrokerThatRefuses();

    @Test
    void shouldRefuseToBeginWithoutARight() throws Exception {
        try (SplitEnumerator<?, ?> enumerator = source.createEnumerator(broker)) {
            assertFails(SuppressRestartsException.class, enumerator::start)
                    .hasStackTraceContaining(SENTENCE)
                    .hasStackTraceContaining("Then start the job again.");
        }
    }

    /** The adaptive scheduler and a JobManager that starts anew read the source from the job's graph: it does not know that it has begun. */
    @Test
    void shouldBeRestartedIfItGoesOnFromACheckpointWithoutARight() throws Exception {
        KafkaSourceEnumState checkpoint;
        try (SplitEnumerator<KafkaPartitionSplit, KafkaSourceEnumState> enumerator = source.createEnumerator(broker)) {
            checkpoint = enumerator.snapshotState(1);
        }
        PermittedSource read = InstantiationUtil.clone(source);
        for (int restart = 0; restart < 2; restart++) {
            try (SplitEnumerator<?, ?> enumerator = read.restoreEnumerator(broker, checkpoint)) {
                assertThatThrownBy(enumerator::start)
                        .isExactlyInstanceOf(InvalidInputException.class)
                        .hasMessageContaining(SENTENCE)
                        .hasMessageEndingWith(" Until then, the job is restarted.");
            }
        }
    }

    /** Stands for the broker, too: to whatever it is asked, a right is missing. */
    private static final class BrokerThatRefuses implements SplitEnumeratorContext<KafkaPartitionSplit> {
        @Override
        @SuppressWarnings("unchecked")
        public <T> void callAsync(Callable<T> callable, BiConsumer<T, Throwable> handler) {
            handler.accept((T) MISSING, null);
        }

        @Override
        public SplitEnumeratorMetricGroup metricGroup() {
            return UnregisteredMetricsGroup.createSplitEnumeratorMetricGroup();
        }

        @Override
        public int currentParallelism() {
            return 1;
        }

        @Override
        public Map<Integer, ReaderInfo> registeredReaders() {
            return Map.of();
        }

        @Override
        public void sendEventToSourceReader(int subtaskId, SourceEvent event) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void assignSplits(SplitsAssignment<KafkaPartitionSplit> assignments) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void signalNoMoreSplits(int subtask) {
            throw new UnsupportedOperationException();
        }

        @Override
        public <T> void callAsync(
                Callable<T> callable, BiConsumer<T, Throwable> handler, long initialDelay, long period) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void runInCoordinatorThread(Runnable runnable) {
            runnable.run();
        }
    }
}
