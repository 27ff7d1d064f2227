package dev.aimonflink.local.load;

import dev.aimonflink.core.model.Event;
import dev.aimonflink.core.query.QueryCall;
import dev.aimonflink.core.query.QueryResult;
import dev.aimonflink.local.Waiting;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.function.LongFunction;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class FreshnessTest {
    private static final long FIRST_PROBE = 100;
    private static final long NOW_MS = Results.NOON.eventTimeMs();
    private static final Duration DEADLINE = Duration.ofSeconds(30);

    private final List<Event> published = new ArrayList<>();
    private final List<QueryCall> asked = new CopyOnWriteArrayList<>();

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
                call, call.query().equals("w2") ? List.of(List.of(new BigDecimal("200.00"))) : List.of(List.of(1L))));

        for (int i = 0; i < 4; i++) {
            freshness.mark(NOW_MS, System.nanoTime(), false);
        }

        assertThat(asked.stream().map(QueryCall::query)).containsExactly("subscriber", "w2", "subscriber", "w2");
        assertThat(freshness.ofAll().count()).isEqualTo(4);
        assertThat(freshness.published()).isEqualTo(4);
        assertThat(published).extracting(Event::subscriberId).containsExactly(100L, 101L, 102L, 103L);
        assertThat(published).extracting(Event::costCents).containsExactly(10_001L, 10_002L, 10_003L, 10_004L);
        assertThat(published).allMatch(Event::longDistance);
    }

    @Test
    void shouldNotTakeACheaperCallForTheMarker() {
        List<List<Object>> tooCheap = List.of(List.of(new BigDecimal("100.01")));
        List<List<Object>> none = List.of(Arrays.asList((Object) null));
        List<List<Object>> shown = List.of(List.of(new BigDecimal("100.02")));
        Freshness freshness = freshness(call -> Results.ok(
                call,
                call.query().equals("subscriber")
                        ? List.of(List.of(1L))
                        : asked.size() == 2 ? none : asked.size() == 3 ? tooCheap : shown));

        freshness.mark(NOW_MS, System.nanoTime(), false);
        freshness.mark(NOW_MS, System.nanoTime(), false);

        assertThat(Waiting.until(() -> freshness.waiting() == 0, DEADLINE)).isTrue();
        assertThat(asked.stream().map(QueryCall::query)).containsExactly("subscriber", "w2", "w2", "w2");
    }

    @Test
    void shouldComplainOfAQuestionWithoutAnswer() {
        Freshness freshness = freshness(Results::overloaded);

        freshness.mark(NOW_MS, System.nanoTime(), false);

        assertThat(freshness.waiting()).isZero();
        assertThat(freshness.failures())
                .containsExactly("No answer for a marker. OVERLOADED: Too much. Ask again later.");
        assertThat(freshness.ofAll()).isEqualTo(new Percentiles(0, null, null, null));
    }

    @Test
    void shouldTellMarkersOfTheWarmUpApart() {
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

    private Freshness freshness(Function<QueryCall, QueryResult> answers) {
        return new Freshness(
                this::publish,
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
