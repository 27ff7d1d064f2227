package dev.aimonflink.clients.load;

import dev.aimonflink.matrix.calls.Event;
import dev.aimonflink.matrix.model.InvalidInputException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

import static dev.aimonflink.testing.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

class EventGeneratorTest {
    private static final long SEED = 42;

    private static List<Event> events(long seed, long subscribers, Distribution distribution, int count) {
        EventGenerator generator = new EventGenerator(seed, subscribers, distribution);
        List<Event> events = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            events.add(generator.next(1_000L + i));
        }
        return events;
    }

    @Test
    void shouldRepeatItselfFromTheSameSeed() {
        for (Distribution distribution : List.of(Distribution.uniform(), Distribution.zipf(1))) {
            List<Event> events = events(SEED, 1_000, distribution, 1_000);
            assertThat(events(SEED, 1_000, distribution, 1_000)).isEqualTo(events);
            assertThat(events(SEED + 1, 1_000, distribution, 1_000)).isNotEqualTo(events);
        }
    }

    @Test
    void shouldGiveOneEntityHalfOfAllEvents() {
        long[] calls = new long[100];
        events(SEED, calls.length, Distribution.hot(), 100_000).forEach(event -> calls[(int) event.subscriberId()]++);
        assertThat(calls[0]).as("seed=%d", SEED).isBetween(49_500L, 51_500L);
        assertThat(Arrays.stream(calls).skip(1)).allMatch(each -> each > 300 && each < 700);
    }

    @Test
    void shouldDrawWhatTheBenchmarkSays() {
        List<Event> events = events(SEED, 100, Distribution.uniform(), 200_000);
        int shortest = Integer.MAX_VALUE;
        int longest = 0;
        long cheapest = Long.MAX_VALUE;
        long dearest = 0;
        int longDistance = 0;
        for (Event event : events) {
            assertThat(event.fault()).isEmpty();
            shortest = Math.min(shortest, event.durationSeconds());
            longest = Math.max(longest, event.durationSeconds());
            cheapest = Math.min(cheapest, event.costCents());
            dearest = Math.max(dearest, event.costCents());
            longDistance += event.longDistance() ? 1 : 0;
        }
        assertThat(shortest).isBetween(1, 5);
        assertThat(longest).isBetween(9_995, 10_000);
        assertThat(cheapest).isBetween(10L, 15L);
        assertThat(dearest).isBetween(9_995L, 10_000L);
        assertThat(longDistance).as("seed=%d", SEED).isBetween(98_500, 101_500);
        assertThat(events.get(17).timestampMs()).isEqualTo(1_017);
    }

    @Test
    void shouldDrawCostsOfWholeCents() {
        for (Event event : events(SEED, 100, Distribution.uniform(), 100_000)) {
            assertThat(event.cost()).isEqualTo(event.costCents() / 100f);
        }
    }

    @Test
    void shouldLetAllSubscribersCallAlike() {
        int[] calls = new int[100];
        events(SEED, calls.length, Distribution.uniform(), 100_000)
                .forEach(event -> calls[(int) event.subscriberId()]++);
        assertThat(IntStream.of(calls)).as("seed=%d", SEED).allMatch(count -> count > 800 && count < 1_200);
    }

    @Test
    void shouldLetFewSubscribersCallMost() {
        List<Integer> busiest = byCalls(SEED, 1_000);
        int[] calls = calls(SEED, 1_000);
        double harmonic =
                IntStream.rangeClosed(1, 1_000).mapToDouble(rank -> 1.0 / rank).sum();
        for (int rank = 1; rank <= 5; rank++) {
            assertThat(calls[busiest.get(rank - 1)] / (200_000 / harmonic / rank))
                    .as("seed=%d rank=%d", SEED, rank)
                    .isBetween(0.9, 1.1);
        }
    }

    @Test
    void shouldSpreadTheBusiestSubscribersOverAllIds() {
        Set<Integer> tenths = new HashSet<>();
        byCalls(SEED, 1_000).subList(0, 10).forEach(id -> tenths.add(id / 100));
        assertThat(tenths).hasSizeGreaterThanOrEqualTo(8);
    }

    @Test
    void shouldHaveTheSameBusiestSubscribersWhateverTheSeed() {
        assertThat(byCalls(SEED, 1_000).subList(0, 3))
                .isEqualTo(byCalls(SEED + 1, 1_000).subList(0, 3));
    }

    private static int[] calls(long seed, int subscribers) {
        int[] calls = new int[subscribers];
        events(seed, subscribers, Distribution.zipf(1), 200_000).forEach(event -> calls[(int) event.subscriberId()]++);
        return calls;
    }

    private static List<Integer> byCalls(long seed, int subscribers) {
        int[] calls = calls(seed, subscribers);
        return IntStream.range(0, subscribers)
                .boxed()
                .sorted(Comparator.comparing((Integer id) -> calls[id]).reversed())
                .toList();
    }

    @Test
    void shouldReachEverySubscriberWhateverTheirNumber() {
        for (int subscribers = 1; subscribers <= 60; subscribers++) {
            Set<Long> ids = new HashSet<>();
            events(SEED, subscribers, Distribution.zipf(0.1), 3_000).forEach(event -> ids.add(event.subscriberId()));
            assertThat(ids)
                    .as("subscribers=%d", subscribers)
                    .isEqualTo(LongStream.range(0, subscribers).boxed().collect(Collectors.toSet()));
        }
    }

    @Test
    void shouldStayInsideTheLargestNumberOfSubscribers() {
        for (Distribution distribution : List.of(Distribution.uniform(), Distribution.zipf(0.1))) {
            for (Event event : events(SEED, EventGenerator.MAX_SUBSCRIBERS, distribution, 10_000)) {
                assertThat(event.subscriberId()).isBetween(0L, EventGenerator.MAX_SUBSCRIBERS - 1);
            }
        }
    }

    @Test
    void shouldRefuseNumbersOutsideTheirLimits() {
        assertFails(InvalidInputException.class, () -> new EventGenerator(SEED, 0, Distribution.uniform()))
                .hasMessage("entities=0 is outside 1..1000000000. Give a number inside.");
        assertFails(InvalidInputException.class, () -> new EventGenerator(SEED, 1_000_000_001, Distribution.uniform()));
        assertFails(InvalidInputException.class, () -> Distribution.zipf(0))
                .hasMessage("zipfExponent=0.0 is not above 0 and at most 10. Give a number such as 1.0.");
        assertFails(InvalidInputException.class, () -> Distribution.zipf(10.1));
        assertFails(InvalidInputException.class, () -> Distribution.zipf(Double.NaN));
        assertThat(Distribution.zipf(10)).isEqualTo(new Distribution.Zipf(10));
    }
}
