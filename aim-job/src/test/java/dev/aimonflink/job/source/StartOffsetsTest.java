package dev.aimonflink.job.source;

import dev.aimonflink.job.TestSettings;
import dev.aimonflink.matrix.model.InvalidInputException;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.connector.kafka.source.enumerator.initializer.OffsetsInitializer.PartitionOffsetsRetriever;
import org.apache.flink.runtime.execution.SuppressRestartsException;
import org.apache.flink.util.InstantiationUtil;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.clients.consumer.OffsetResetStrategy;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static dev.aimonflink.testing.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

@SuppressWarnings("deprecation") // as in what is tested
class StartOffsetsTest {
    private static final TopicPartition FIRST = new TopicPartition("calls", 0);
    private static final TopicPartition SECOND = new TopicPartition("calls", 1);
    private static final List<TopicPartition> BOTH = List.of(FIRST, SECOND);

    private final FakeBroker broker = new FakeBroker();

    /** Each partition has the records from 100 to 999. */
    private static final class FakeBroker implements PartitionOffsetsRetriever {
        private final Map<TopicPartition, Long> committed = new HashMap<>();

        @Override
        public Map<TopicPartition, Long> committedOffsets(Collection<TopicPartition> partitions) {
            Map<TopicPartition, Long> asked = new HashMap<>(committed);
            asked.keySet().retainAll(partitions);
            return asked;
        }

        @Override
        public Map<TopicPartition, Long> endOffsets(Collection<TopicPartition> partitions) {
            return ofEach(partitions, 1_000);
        }

        @Override
        public Map<TopicPartition, Long> beginningOffsets(Collection<TopicPartition> partitions) {
            return ofEach(partitions, 100);
        }

        private static Map<TopicPartition, Long> ofEach(Collection<TopicPartition> partitions, long offset) {
            Map<TopicPartition, Long> offsets = new HashMap<>();
            partitions.forEach(partition -> offsets.put(partition, offset));
            return offsets;
        }

        @Override
        public Map<TopicPartition, OffsetAndTimestamp> offsetsForTimes(Map<TopicPartition, Long> timesMs) {
            throw new UnsupportedOperationException("Nothing begins at a time.");
        }
    }

    private static StartOffsets history(String start) {
        return StartOffsets.ofHistory(TestSettings.with("--aim.start=" + start, "--aim.kafka.group-id=callers"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"auto", "earliest", "committed", "window"})
    void shouldBeginAtTheFirstRecordByItsNumber(String start) {
        assertThat(history(start).getPartitionOffsets(BOTH, broker)).isEqualTo(Map.of(FIRST, 100L, SECOND, 100L));
    }

    @Test
    void shouldRefuseToBeginInTheMiddleUnlessToldTo() {
        broker.committed.put(SECOND, 500L);
        assertFails(SuppressRestartsException.class, () -> history("auto").getPartitionOffsets(BOTH, broker))
                .cause()
                .isInstanceOf(InvalidInputException.class)
                .hasMessage(
                        "aim.start=auto: the group 'callers' has read topic calls before, and this job has no state, so"
                                + " what was read then would not count. Give it its state with -s PATH, of a savepoint or a"
                                + " retained checkpoint; or let it count again what Kafka still has, with --aim.start earliest,"
                                + " or what is in present windows, with --aim.start window; or let it go on without what was"
                                + " read, with --aim.start committed.");
    }

    @Test
    void shouldBeginAnewWhereItsGroupHasLookedAtATopicAndReadNothing() {
        broker.committed.put(FIRST, 0L);
        broker.committed.put(SECOND, 0L);
        assertThat(history("auto").getPartitionOffsets(BOTH, broker)).isEqualTo(Map.of(FIRST, 0L, SECOND, 0L));
    }

    @ParameterizedTest
    @ValueSource(strings = {"earliest", "window"})
    void shouldBeginAtTheFirstRecordAgainIfToldTo(String start) {
        broker.committed.put(FIRST, 400L);
        broker.committed.put(SECOND, 500L);
        assertThat(history(start).getPartitionOffsets(BOTH, broker)).isEqualTo(Map.of(FIRST, 100L, SECOND, 100L));
    }

    @Test
    void shouldBeginAtTheNextRecordByItsNumber() {
        assertThat(StartOffsets.committedElseNext(TestSettings.with()).getPartitionOffsets(BOTH, broker))
                .isEqualTo(Map.of(FIRST, 1_000L, SECOND, 1_000L));
    }

    @Test
    void shouldBeginWhereItsGroupLeftOffInEachPartition() {
        broker.committed.put(SECOND, 500L);
        assertThat(history("committed").getPartitionOffsets(BOTH, broker)).isEqualTo(Map.of(FIRST, 100L, SECOND, 500L));
        assertThat(StartOffsets.committedElseNext(TestSettings.with()).getPartitionOffsets(BOTH, broker))
                .isEqualTo(Map.of(FIRST, 1_000L, SECOND, 500L));
        broker.committed.put(FIRST, 400L);
        assertThat(history("committed").getPartitionOffsets(BOTH, broker)).isEqualTo(Map.of(FIRST, 400L, SECOND, 500L));
    }

    @Test
    void shouldSayWhatDoesNotCountBecauseItsGroupHasReadIt() {
        assertThat(StartOffsets.warning(Map.of(FIRST, 400L, SECOND, 150L), broker.beginningOffsets(BOTH)))
                .hasValue("The job begins without state where its group left off in calls, so 350 earlier records do"
                        + " not count. Start it from a savepoint or a retained checkpoint, or with"
                        + " aim.start=earliest to count from the first record.");
        assertThat(StartOffsets.warning(Map.of(FIRST, 100L, SECOND, 50L), broker.beginningOffsets(BOTH)))
                .isEmpty();
    }

    @Test
    void shouldLetTheConsumerFailWhereHistoryIsLostAndGoOnAtTheFirstQuery() throws Exception {
        assertThat(InstantiationUtil.clone(history("committed")).getAutoOffsetResetStrategy())
                .isEqualTo(OffsetResetStrategy.NONE);
        assertThat(InstantiationUtil.clone(StartOffsets.committedElseNext(TestSettings.with()))
                        .getAutoOffsetResetStrategy())
                .isEqualTo(OffsetResetStrategy.EARLIEST);
    }

    @Test
    void shouldMakeSourcesThatTravelToTheCluster() throws Exception {
        assertThat(InstantiationUtil.clone(Sources.events(TestSettings.with()))).isNotNull();
        assertThat(InstantiationUtil.clone(Sources.events(TestSettings.with("--aim.start=window"))))
                .isNotNull();
        assertThat(InstantiationUtil.clone(Sources.profiles(TestSettings.with())))
                .isNotNull();
        assertThat(InstantiationUtil.clone(Sources.queries(TestSettings.with())))
                .isNotNull();
    }
}
