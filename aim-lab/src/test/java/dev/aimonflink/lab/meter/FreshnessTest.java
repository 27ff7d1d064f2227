package dev.aimonflink.lab.meter;

import dev.aimonflink.clients.Waiting;
import dev.aimonflink.job.Topology;
import dev.aimonflink.matrix.calls.Event;
import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.query.serve.request.QueryResult;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.stream.Collectors;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class FreshnessTest {
    private static final long FIRST_PROBE = 100;
    private static final long NOW_MS = Results.NOON.eventTimeMs();
    private static final Duration DEADLINE = Duration.ofSeconds(30);

    private static final long DEARER = 10_001 + CallMarkers.DEARER_CENTS;

    private final List<Event> published = new ArrayList<>();
    private final List<AskedQuery> asked = new CopyOnWriteArrayList<>();
    private int partitions = 1;

    @Test
    void shouldAskUntilAMarkerIsShown() {
        Freshness freshness =
                freshness(call -> Results.ok(call, asked.size() < 3 ? List.of() : List.of(List.of(FIRST_PROBE))));

        freshness.mark(NOW_MS, System.nanoTime(), false);

        assertThat(Waiting.until(() -> freshness.waiting() == 0, DEADLINE)).isTrue();
        assertThat(asked)
                .hasSize(3)
                .allMatch(call -> call.params().get("subscriberId").equals(FIRST_PROBE));
        assertThat(freshness.ofPointQueries().count()).isEqualTo(1);
        assertThat(freshness.ofScans().count()).isZero();
        assertThat(freshness.failures()).isEmpty();
    }

    @Test
    void shouldTakeTurnsOfPointQueryAndScan() {
        Freshness freshness = freshness(call -> Results.ok(
                call, call.query().equals("w2") ? List.of(List.of(new BigDecimal("50000.00"))) : List.of(List.of(1L))));

        for (int i = 0; i < 4; i++) {
            freshness.mark(NOW_MS, System.nanoTime(), false);
        }

        assertThat(asked.stream().map(AskedQuery::query)).containsExactly("subscriber", "w2", "subscriber", "w2");
        assertThat(freshness.ofAll().count()).isEqualTo(4);
        assertThat(freshness.published()).isEqualTo(4);
        assertThat(published).extracting(Event::subscriberId).containsExactly(100L, 101L, 102L, 103L);
        assertThat(published).extracting(Event::costCents).containsExactly(10_001L, DEARER + 1, 10_003L, DEARER + 3);
        assertThat(published).allMatch(Event::longDistance);
    }

    @Test
    void shouldNotTakeACheaperCallForTheMarker() {
        List<List<Object>> tooCheap = List.of(List.of(BigDecimal.valueOf(DEARER, 2)));
        List<List<Object>> none = List.of(Arrays.asList((Object) null));
        List<List<Object>> shown = List.of(List.of(BigDecimal.valueOf(DEARER + 1, 2)));
        Freshness freshness = freshness(call -> Results.ok(
                call,
                call.query().equals("subscriber")
                        ? List.of(List.of(1L))
                        : asked.size() == 2 ? none : asked.size() == 3 ? tooCheap : shown));

        freshness.mark(NOW_MS, System.nanoTime(), false);
        freshness.mark(NOW_MS, System.nanoTime(), false);

        assertThat(Waiting.until(() -> freshness.waiting() == 0, DEADLINE)).isTrue();
        assertThat(asked.stream().map(AskedQuery::query)).containsExactly("subscriber", "w2", "w2", "w2");
    }

    @Test
    void shouldLookForMarkersOfTwoPartitionsByQueriesThatDoNotMixThem() {
        partitions = 4;
        Freshness freshness = freshness(call -> Results.ok(
                call,
                call.query().equals("subscriber")
                        ? List.of(List.of(1L))
                        : List.of(List.of(BigDecimal.valueOf(2 * DEARER, 2)))));

        for (int i = 0; i < 100; i++) {
            freshness.mark(NOW_MS, System.nanoTime(), false);
        }

        List<Long> ofSecond =
                published.stream()
                        .collect(Collectors.groupingBy(Event::subscriberId, Collectors.counting()))
                        .entrySet()
                        .stream()
                        .filter(subscriber -> subscriber.getValue() == 2)
                        .map(Map.Entry::getKey)
                        .toList();
        assertThat(ofSecond).isNotEmpty().allMatch(id -> partitionOf(id) == 1);
        assertThat(published.stream()
                        .filter(call -> call.costCents() > DEARER)
                        .map(Event::subscriberId)
                        .map(FreshnessTest::partitionOf))
                .isNotEmpty()
                .containsOnly(0);
        assertThat(asked.stream().filter(call -> call.query().equals("q2")))
                .hasSameSizeAs(ofSecond)
                .allMatch(call -> call.params().get("beta").equals(1L));
    }

    private static int partitionOf(long id) {
        return KeyGroupRangeAssignment.assignKeyToParallelOperator(id, Topology.MAX_PARALLELISM, 4);
    }

    @Test
    void shouldAskOneQuestionAtATimeForAnyNumberOfMarkers() {
        List<CompletableFuture<QueryResult>> open = new ArrayList<>();
        Freshness freshness = new Freshness(
                new CallMarkers(this::publish, 1),
                (call, timeout) -> {
                    asked.add(call);
                    open.add(new CompletableFuture<>());
                    return open.get(open.size() - 1);
                },
                FIRST_PROBE);

        for (int i = 0; i < 10; i++) {
            freshness.mark(NOW_MS, System.nanoTime(), false);
        }
        assertThat(asked.stream().map(AskedQuery::query)).containsExactly("subscriber", "w2");
        assertThat(freshness.waiting()).isEqualTo(10);

        // The costs of markers 1, 3 and 5 are reached, those of 7 and 9 are not.
        open.get(1).complete(Results.ok(asked.get(1), List.of(List.of(BigDecimal.valueOf(DEARER + 6, 2)))));
        assertThat(freshness.ofScans().count()).isEqualTo(3);
        assertThat(freshness.waiting()).isEqualTo(7);
        assertThat(asked.stream().map(AskedQuery::query)).containsExactly("subscriber", "w2", "w2");

        // A point query shows its own subscriber only.
        open.get(0).complete(Results.ok(asked.get(0), List.of(List.of(FIRST_PROBE))));
        assertThat(freshness.ofPointQueries().count()).isEqualTo(1);
        assertThat(asked).last().satisfies(call -> assertThat(call.params())
                .containsEntry("subscriberId", FIRST_PROBE + 2));
    }

    @Test
    void shouldSayHowLongAMarkerWithoutAnswerWasWaitedFor() {
        List<Long> waited = new ArrayList<>();
        long dueNanos = System.nanoTime() - Duration.ofSeconds(3).toNanos();

        freshness(Results::overloaded).mark(dueNanos, false, waited::add);

        assertThat(waited).singleElement().satisfies(nanos -> assertThat(nanos)
                .isGreaterThanOrEqualTo(Duration.ofSeconds(3).toNanos()));
    }

    @Test
    void shouldComplainOfAQuestionWithoutAnswer() {
        Freshness freshness = freshness(Results::overloaded);

        freshness.mark(NOW_MS, System.nanoTime(), false);

        assertThat(freshness.waiting()).isZero();
        assertThat(freshness.failures())
                .containsExactly("No answer for a marker. OVERLOADED: Too much. Ask again later.");
        assertThat(freshness.ofAll().count()).isZero();
    }

    @Test
    void shouldAskForTheNextMarkerWhereAQuestionCannotBeAsked() {
        Freshness freshness = new Freshness(
                new CallMarkers(this::publish, 1),
                (call, timeout) -> {
                    throw new IllegalStateException("The client is closed.");
                },
                FIRST_PROBE);

        for (int i = 0; i < 4; i++) {
            freshness.mark(NOW_MS, System.nanoTime(), false);
        }

        assertThat(freshness.waiting()).isZero();
        assertThat(freshness.failures()).hasSize(4).allMatch(failure -> failure.contains("The client is closed."));
    }

    @Test
    void shouldCountMarkersOfTheWarmUpSeparately() {
        Freshness freshness = freshness(call -> Results.ok(call, List.of(List.of(1L))));

        freshness.mark(NOW_MS, System.nanoTime(), true);

        assertThat(freshness.ofWarmUp().count()).isEqualTo(1);
        assertThat(freshness.ofAll().count()).isZero();
    }

    @Test
    void shouldPublishNoMarkerJustBeforeAWeekTurns() {
        long turnMs =
                NOW_MS + Duration.ofDays(7).toMillis() - Duration.ofHours(12).toMillis();
        Freshness freshness = freshness(call -> Results.ok(call, List.of(List.of(1L))));

        freshness.mark(turnMs - 5_000, System.nanoTime(), false);
        freshness.mark(turnMs - 1, System.nanoTime(), false);
        assertThat(freshness.published()).isZero();

        freshness.mark(turnMs - 5_001, System.nanoTime(), false);
        freshness.mark(turnMs, System.nanoTime(), false);
        assertThat(freshness.published()).isEqualTo(2);
    }

    private Freshness freshness(Function<AskedQuery, QueryResult> answers) {
        return new Freshness(
                new CallMarkers(this::publish, partitions),
                (call, timeout) -> {
                    asked.add(call);
                    return CompletableFuture.completedFuture(answers.apply(call));
                },
                FIRST_PROBE);
    }

    private Event publish(LongFunction<Event> callAt) {
        Event call = callAt.apply(NOW_MS);
        published.add(call);
        return call;
    }
}
