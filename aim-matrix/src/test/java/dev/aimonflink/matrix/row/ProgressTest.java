package dev.aimonflink.matrix.row;

import dev.aimonflink.matrix.layout.WindowClock;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ProgressTest {
    private static final String TOPIC = "aim.events.v1";
    private static final long HOUR_MS = 3_600_000;
    private static final long NOON_MS = 1_795_176_000_000L;

    private final Progress progress = new Progress();

    private static EventPlace behind(int partition, long nextOffset, long newestMs) {
        return new EventPlace(new SourcePartition(TOPIC, partition), nextOffset, newestMs, false, 0);
    }

    private static EventPlace atEnd(int partition, long nextOffset, long newestMs) {
        return new EventPlace(new SourcePartition(TOPIC, partition), nextOffset, newestMs, true, 0);
    }

    @Test
    void shouldBeAsNewAsTheNewestWithoutAnyKafkaPartition() {
        assertThat(progress.oldestMs(NOON_MS)).isEqualTo(NOON_MS);
        assertThat(progress.oldestMs(WindowClock.NO_TIME)).isEqualTo(WindowClock.NO_TIME);
    }

    @Test
    void shouldBeAsOldAsTheKafkaPartitionThatIsFurthestBehind() {
        progress.advance(
                List.of(behind(0, 10, NOON_MS), behind(1, 5, NOON_MS - HOUR_MS), behind(2, 9, NOON_MS - 1)), 0);
        assertThat(progress.oldestMs(NOON_MS)).isEqualTo(NOON_MS - HOUR_MS);
    }

    @Test
    void shouldCountAKafkaPartitionAtItsEndAsNewAsTheNewest() {
        progress.advance(List.of(behind(0, 10, NOON_MS - 5), atEnd(1, 5, NOON_MS - HOUR_MS)), 0);
        assertThat(progress.oldestMs(NOON_MS)).isEqualTo(NOON_MS - 5);
        progress.advance(List.of(atEnd(0, 10, NOON_MS - 5)), 0);
        assertThat(progress.oldestMs(NOON_MS)).isEqualTo(NOON_MS);
    }

    @Test
    void shouldHoldBackAgainOnceAKafkaPartitionIsNoLongerAtItsEnd() {
        progress.advance(List.of(atEnd(0, 5, NOON_MS - HOUR_MS)), 0);
        progress.advance(List.of(behind(0, 6, NOON_MS - HOUR_MS + 1)), 0);
        assertThat(progress.oldestMs(NOON_MS)).isEqualTo(NOON_MS - HOUR_MS + 1);
    }

    @Test
    void shouldKnowNoTimeWhileAKafkaPartitionHasShownNone() {
        progress.advance(List.of(behind(0, 10, NOON_MS), behind(1, 0, WindowClock.NO_TIME)), 0);
        assertThat(progress.oldestMs(NOON_MS)).isEqualTo(WindowClock.NO_TIME);
    }

    @Test
    void shouldKeepTheNewestTimeOfAKafkaPartitionWhoseReaderWasRestored() {
        progress.advance(List.of(behind(0, 10, NOON_MS)), 0);
        progress.advance(List.of(behind(0, 12, WindowClock.NO_TIME)), 0);
        assertThat(progress.places()).containsExactly(behind(0, 12, NOON_MS));
    }

    @Test
    void shouldDistinguishKafkaPartitionsOfTwoTopics() {
        EventPlace other = new EventPlace(new SourcePartition("older-topic", 0), 3, NOON_MS - HOUR_MS, false, 0);
        progress.advance(List.of(behind(0, 10, NOON_MS), other), 0);
        assertThat(progress.places()).containsExactly(behind(0, 10, NOON_MS), other);
    }

    @Test
    void shouldGoOnFromTheLeastThatAnyPartitionKnew() {
        progress.restore(List.of(
                List.of(behind(0, 10, NOON_MS), atEnd(1, 7, NOON_MS - 2)),
                List.of(behind(0, 8, NOON_MS - 3), atEnd(1, 7, NOON_MS - 2))));
        assertThat(progress.places()).containsExactly(behind(0, 8, NOON_MS - 3), behind(1, 7, NOON_MS - 2));
        assertThat(progress.oldestMs(NOON_MS)).isEqualTo(NOON_MS - 3);
    }

    private static EventPlace lacking(int partition, long lost) {
        return new EventPlace(new SourcePartition(TOPIC, partition), 10, NOON_MS, false, lost);
    }

    @Test
    void shouldForgetNoLostEvent() {
        assertThat(progress.lost()).isZero();
        progress.restore(List.of(List.of(lacking(0, 3), lacking(1, 5)), List.of(lacking(1, 4)), List.of()));
        assertThat(progress.lost()).isEqualTo(8);
        progress.advance(List.of(lacking(0, 0), lacking(1, 9), lacking(2, 1)), 0);
        assertThat(progress.lost()).isEqualTo(13);
        assertThat(progress.places()).containsExactly(lacking(0, 3), lacking(1, 9), lacking(2, 1));
    }

    @Test
    void shouldKnowNothingOfAKafkaPartitionThatOnePartitionHadNotHeardOf() {
        progress.restore(List.of(List.of(), List.of(behind(0, 8, NOON_MS))));
        assertThat(progress.isHeardSince(0)).as("since the restore").isFalse();
        assertThat(progress.places()).containsExactly(behind(0, 0, WindowClock.NO_TIME));
    }

    @Test
    void shouldCompareFewTimesWhereOneOfManyKafkaPartitionsHasChanged() {
        AtomicInteger compared = new AtomicInteger();
        Progress counted = new Progress((one, other) -> {
            compared.incrementAndGet();
            return one.compareTo(other);
        });
        List<EventPlace> all = new ArrayList<>();
        for (int partition = 0; partition < 1_000; partition++) {
            all.add(behind(partition, 10, NOON_MS + partition));
        }
        counted.advance(all, 0);
        compared.set(0);
        counted.advance(all, 1);
        assertThat(compared).as("of places that are as they were").hasValue(0);
        for (int ms = 0; ms < 100; ms++) {
            counted.advance(List.of(behind(0, 11 + ms, NOON_MS + ms)), 2);
        }
        assertThat(counted.oldestMs(Long.MAX_VALUE)).isEqualTo(NOON_MS + 1);
        assertThat(compared.get() / 100).as("by the height of a tree of 1,000").isLessThan(50);
    }

    @Test
    void shouldBeTheSumOfItsPlacesWhateverIsReported() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int step = 0; step < 2_000; step++) {
            List<EventPlace> reported = new ArrayList<>();
            for (int i = random.nextInt(4); i > 0; i--) {
                reported.add(new EventPlace(
                        new SourcePartition(TOPIC, random.nextInt(8)),
                        step,
                        random.nextInt(5) == 0 ? WindowClock.NO_TIME : NOON_MS + random.nextInt(10),
                        random.nextBoolean(),
                        random.nextInt(3)));
            }
            if (random.nextInt(100) == 0) {
                progress.restore(List.of(progress.places(), progress.places()));
            }
            progress.advance(reported, step);
            List<EventPlace> places = progress.places();
            assertThat(progress.lost())
                    .as("seed " + seed)
                    .isEqualTo(places.stream().mapToLong(EventPlace::lost).sum());
            assertThat(progress.oldestMs(Long.MAX_VALUE))
                    .as("seed " + seed)
                    .isEqualTo(places.stream()
                            .filter(place -> !place.atEnd())
                            .mapToLong(EventPlace::newestMs)
                            .min()
                            .orElse(Long.MAX_VALUE));
            assertThat(progress.size()).isEqualTo(places.size());
        }
    }

    @Test
    void shouldKnowWhetherEveryReaderHasReportedLately() {
        assertThat(progress.isAtEnds()).as("nothing is known").isFalse();
        progress.advance(List.of(atEnd(0, 10, NOON_MS), atEnd(1, 5, NOON_MS)), 1_000);
        progress.advance(List.of(atEnd(0, 10, NOON_MS)), 5_000);
        assertThat(progress.isHeardSince(1_000)).isTrue();
        assertThat(progress.isHeardSince(1_001)).as("one is silent").isFalse();
        assertThat(progress.isAtEnds()).isTrue();
        assertThat(progress.behindMs(NOON_MS + HOUR_MS)).isZero();
        progress.advance(List.of(behind(1, 5, NOON_MS)), 6_000);
        assertThat(progress.isAtEnds()).isFalse();
        assertThat(progress.behindMs(NOON_MS + HOUR_MS)).isEqualTo(HOUR_MS);
    }
}
