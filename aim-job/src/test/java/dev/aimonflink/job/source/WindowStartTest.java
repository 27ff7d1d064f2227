package dev.aimonflink.job.source;

import dev.aimonflink.matrix.model.InvalidInputException;
import dev.aimonflink.matrix.model.LastEvents;
import dev.aimonflink.matrix.model.SlidingWindow;
import dev.aimonflink.matrix.model.Window;
import dev.aimonflink.matrix.model.Window.Unit;
import dev.aimonflink.matrix.model.WindowPolicy;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.flink.connector.kafka.source.enumerator.initializer.OffsetsInitializer.PartitionOffsetsRetriever;
import org.apache.flink.runtime.execution.SuppressRestartsException;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.clients.consumer.OffsetResetStrategy;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

import static dev.aimonflink.testing.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

@SuppressWarnings("deprecation") // as in what is tested
class WindowStartTest {
    private static final Duration SKEW = Duration.ofSeconds(10);
    private static final String OTHERWISE =
            " Until then, give the job its state with -s PATH, of a savepoint or a retained checkpoint; or let it count what"
                    + " Kafka has, with --aim.start earliest.";

    private final FakeTopic calls = new FakeTopic();

    /** The times of the records of each partition, from its first offset on. */
    private static final class FakeTopic implements PartitionOffsetsRetriever, WindowStart.Times {
        private static final long serialVersionUID = 1L;

        private final TreeMap<Integer, Long> firsts = new TreeMap<>();
        private final TreeMap<Integer, List<Long>> timesMs = new TreeMap<>();
        private boolean hasLogAppendTime = true;

        private FakeTopic with(long first, String... times) {
            firsts.put(firsts.size(), first);
            timesMs.put(
                    timesMs.size(),
                    Stream.of(times)
                            .map(each -> Instant.parse(each).toEpochMilli())
                            .toList());
            return this;
        }

        private List<TopicPartition> partitions() {
            return firsts.keySet().stream().map(FakeTopic::partition).toList();
        }

        private static TopicPartition partition(int partition) {
            return new TopicPartition("calls", partition);
        }

        @Override
        public boolean areOfTheBroker(String topic) {
            assertThat(topic).isEqualTo("calls");
            return hasLogAppendTime;
        }

        @Override
        public OptionalLong newestMs(Collection<TopicPartition> partitions) {
            assertThat(partitions).hasSameSizeAs(firsts.keySet());
            return timesMs.values().stream()
                    .flatMap(List::stream)
                    .mapToLong(each -> each)
                    .max();
        }

        @Override
        public Map<TopicPartition, Long> committedOffsets(Collection<TopicPartition> partitions) {
            throw new UnsupportedOperationException("It does not matter what was read.");
        }

        @Override
        public Map<TopicPartition, Long> endOffsets(Collection<TopicPartition> partitions) {
            Map<TopicPartition, Long> ends = beginningOffsets(partitions);
            ends.replaceAll((partition, first) ->
                    first + timesMs.get(partition.partition()).size());
            return ends;
        }

        @Override
        public Map<TopicPartition, Long> beginningOffsets(Collection<TopicPartition> partitions) {
            Map<TopicPartition, Long> offsets = new HashMap<>();
            partitions.forEach(partition -> offsets.put(partition, firsts.get(partition.partition())));
            return offsets;
        }

        @Override
        public Map<TopicPartition, OffsetAndTimestamp> offsetsForTimes(Map<TopicPartition, Long> asked) {
            Map<TopicPartition, OffsetAndTimestamp> found = new HashMap<>();
            asked.forEach((partition, fromMs) -> {
                assertThat(fromMs)
                        .as("a negative time has a meaning of its own")
                        .isNotNegative();
                List<Long> records = timesMs.get(partition.partition());
                LongStream.range(0, records.size())
                        .filter(record -> records.get((int) record) >= fromMs)
                        .findFirst()
                        .ifPresent(record -> found.put(
                                partition,
                                new OffsetAndTimestamp(
                                        firsts.get(partition.partition()) + record,
                                        records.get((int) record),
                                        Optional.empty())));
            });
            return found;
        }
    }

    private WindowStart start(ZoneId zone, WindowPolicy... windows) {
        return new WindowStart("calls", List.of(windows), zone, SKEW, calls);
    }

    /** The offset of each partition in which the job begins. */
    private List<Long> offsets(ZoneId zone, WindowPolicy... windows) {
        return start(zone, windows).getPartitionOffsets(calls.partitions(), calls).entrySet().stream()
                .sorted(Map.Entry.comparingByKey((one, other) -> one.partition() - other.partition()))
                .map(Map.Entry::getValue)
                .toList();
    }

    private List<Long> offsetsOfDayAndWeek() {
        return offsets(ZoneOffset.UTC, Window.DAY, Window.WEEK);
    }

    private void assertRefused(String fault, WindowPolicy... windows) {
        assertFails(SuppressRestartsException.class, () -> offsets(ZoneOffset.UTC, windows))
                .cause()
                .isInstanceOf(InvalidInputException.class)
                .hasMessage("aim.start=window: " + fault + OTHERWISE);
    }

    @Test
    void shouldBeginWithTheWeekBeforeTheNewestRecord() {
        // 2026-11-26 is a Thursday.
        calls.with(0, "2026-11-12T09:00:00Z", "2026-11-15T23:59:49Z", "2026-11-15T23:59:50Z", "2026-11-24T09:00:00Z")
                .with(0, "2026-11-16T00:00:00Z", "2026-11-26T12:00:00Z");
        assertThat(offsetsOfDayAndWeek())
                .as("an event of Monday may be ahead of its record by the skew")
                .containsExactly(2L, 0L);
    }

    @Test
    void shouldFindTheWeekInTheTimeZone() {
        calls.with(0, "2026-11-15T22:59:49Z", "2026-11-15T22:59:50Z", "2026-11-22T23:00:00Z");
        assertThat(offsets(ZoneId.of("Europe/Zurich"), Window.WEEK)).containsExactly(1L);
        assertThat(offsetsOfDayAndWeek()).containsExactly(0L);
    }

    @Test
    void shouldReadASlidingWindowTwice() {
        calls.with(0, "2026-11-24T13:59:49Z", "2026-11-24T13:59:50Z", "2026-11-25T13:00:00Z", "2026-11-26T12:59:00Z");
        // Present are 24 panes from 13 o'clock on, and before them as many.
        assertThat(offsets(ZoneOffset.UTC, SlidingWindow.of(new Window(Unit.HOUR, 24))))
                .containsExactly(0L);
        calls.with(0, "2026-11-24T12:59:49Z", "2026-11-24T12:59:50Z");
        assertThat(offsets(ZoneOffset.UTC, Window.DAY, SlidingWindow.of(new Window(Unit.HOUR, 24))))
                .containsExactly(0L, 1L);
    }

    @Test
    void shouldBeginWithTheMonthBefore() {
        calls.with(0, "2026-09-30T23:59:00Z", "2026-10-01T00:00:00Z", "2026-11-26T12:00:00Z");
        assertThat(offsets(ZoneOffset.UTC, Window.WEEK, new Window(Unit.MONTH, 1)))
                .containsExactly(1L);
    }

    @Test
    void shouldBeginWithAllWhereAWindowIsOlderThanTheClock() {
        calls.with(0, "1970-01-02T00:00:00Z", "2026-11-26T12:00:00Z");
        assertThat(offsets(ZoneOffset.UTC, new Window(Unit.MONTH, Window.MAX_COUNT)))
                .containsExactly(0L);
    }

    @Test
    void shouldBeginAtTheEndOfAPartitionWithoutRecordsOfThoseWindows() {
        calls.with(0).with(0, "2026-11-01T00:00:00Z", "2026-11-02T00:00:00Z").with(0, "2026-11-26T12:00:00Z");
        assertThat(offsetsOfDayAndWeek()).containsExactly(0L, 2L, 0L);
    }

    @Test
    void shouldBeginWithTheNextRecordOfATopicThatHadNone() {
        calls.with(0).with(0);
        assertThat(offsetsOfDayAndWeek()).containsExactly(0L, 0L);
    }

    @Test
    void shouldBeginAtTheFirstRecordThatIsLeftIfItIsOlderThanThePresentWindow() {
        calls.with(0, "2026-11-24T00:00:00Z")
                .with(100, "2026-11-18T00:00:00Z", "2026-11-26T12:00:00Z")
                .with(200, "2026-11-22T23:59:49.999Z", "2026-11-26T12:00:00Z");
        assertThat(offsetsOfDayAndWeek()).containsExactly(0L, 100L, 200L);
    }

    @Test
    void shouldRefuseToBeginInTheMiddleOfThePresentWindow() {
        calls.with(0, "2026-11-24T00:00:00Z")
                .with(100, "2026-11-22T23:59:50Z", "2026-11-26T12:00:00Z")
                .with(200);
        assertRefused(
                "the oldest present window began at 2026-11-23T00:00:00Z, and Kafka may lack records of it. Of calls-1 the"
                        + " 100 first records are deleted, and the oldest that is left is of 2026-11-22T23:59:50Z. Of calls-2"
                        + " the 200 first records are deleted, and there is none left. Let the topic keep its records for"
                        + " longer than the longest window lasts.",
                Window.DAY,
                Window.WEEK);
        assertThat(calls.with(1).with(1).partitions()).hasSize(5);
        assertThatThrownBy(this::offsetsOfDayAndWeek)
                .cause()
                .hasMessageContaining("Of calls-3")
                .hasMessageContaining("So it is with 1 further Kafka partitions.")
                .hasMessageNotContaining("Of calls-4");
    }

    /** Only here, because a job that is restored does not ask where to begin. */
    @Test
    void shouldRefuseAWindowInWhichEventsStay() {
        calls.with(0, "2026-11-26T12:00:00Z");
        assertRefused(
                "events of the window 'last 10 events' would be missing, in which they stay however old they are. Take it"
                        + " out of the model.",
                Window.DAY,
                new LastEvents(10));
    }

    @Test
    void shouldRefuseTimesOfProducers() {
        calls.with(0, "2026-11-26T12:00:00Z").hasLogAppendTime = false;
        assertRefused(
                "the records of topic calls have times of their producers, by which it is unknown where a window begins. Set"
                        + " its message.timestamp.type to LogAppendTime.",
                Window.DAY);
    }

    @Test
    void shouldNotFollowARecordOfTheFuture() {
        String aMinuteAgo = Instant.now().minusSeconds(60).toString();
        calls.with(0, "2020-01-01T00:00:00Z", aMinuteAgo, "9999-01-01T00:00:00Z");
        assertThat(offsetsOfDayAndWeek()).containsExactly(1L);
    }

    @Test
    void shouldLetTheConsumerFailWhereHistoryIsLost() {
        assertThat(start(ZoneOffset.UTC, Window.DAY).getAutoOffsetResetStrategy())
                .isEqualTo(OffsetResetStrategy.NONE);
    }
}
