package dev.aimonflink.job.operator;

import dev.aimonflink.matrix.row.EventPlace;
import dev.aimonflink.matrix.row.Progress;
import dev.aimonflink.matrix.row.SourcePartition;
import dev.aimonflink.query.serve.pass.QueryError;
import dev.aimonflink.query.serve.request.AnswerOptions;
import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.query.serve.request.Request;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class AwaitedEventsTest {
    private final Progress progress = new Progress();
    private int placesRead;
    private long nowMs;
    private final AwaitedEvents awaited = new AwaitedEvents("events", this::nextOffset, () -> nowMs);
    private final List<String> log = new ArrayList<>();

    private long nextOffset(SourcePartition partition) {
        placesRead++;
        return progress.nextOffset(partition);
    }

    private static Request request(String request, long deadlineMs, Map<Integer, Long> offsets) {
        return new Request(
                request,
                request,
                "client",
                AskedQuery.withDefaults("q1"),
                deadlineMs,
                new AnswerOptions(false, offsets));
    }

    private void ask(String request, long deadlineMs, Map<Integer, Long> offsets) throws Exception {
        awaited.whenApplied(
                request(request, deadlineMs, offsets),
                () -> log.add(request + " runs"),
                error -> log.add(request + " " + error.code()));
    }

    private void advance(String topic, int partition, long offset, long atMs) throws Exception {
        nowMs = atMs;
        progress.advance(List.of(new EventPlace(new SourcePartition(topic, partition), offset, 0, false, 0)), 0);
        awaited.advanced();
    }

    @Test
    void shouldRunAtOnceWhatAwaitsNothingOrWhatIsThere() throws Exception {
        advance("events", 3, 10, 0);
        ask("one", 1, Map.of());
        ask("two", 1, Map.of(3, 10L));
        ask("three", 1, Map.of(4, 0L));
        assertThat(log).containsExactly("one runs", "two runs", "three runs");
        assertThat(awaited.size()).isZero();
    }

    @Test
    void shouldWaitForAllPartitionsOfTheTopic() throws Exception {
        ask("one", 9, Map.of(0, 5L, 1, 1L));
        advance("events", 0, 9, 0);
        advance("another topic", 1, 9, 0);
        assertThat(log).isEmpty();
        advance("events", 1, 1, 0);
        assertThat(log).containsExactly("one runs");
        assertThat(awaited.size()).isZero();
    }

    /** Each progress of events comes to the task's thread, which has better things to do. */
    @Test
    void shouldReadThePlacesAloneThatAreAwaited() throws Exception {
        for (int partition = 0; partition < 1_000; partition++) {
            advance("events", partition, 1, 0);
        }
        ask("one", 9, Map.of(0, 5L));
        ask("two", 9, Map.of(0, 6L));
        ask("three", 9, Map.of(0, 7L));
        placesRead = 0;
        advance("events", 0, 6, 0);
        assertThat(log).containsExactly("one runs", "two runs");
        assertThat(placesRead).isEqualTo(3);
        advance("events", 0, 7, 0);
        assertThat(placesRead).isEqualTo(4);
        advance("events", 0, 8, 0);
        assertThat(placesRead).as("nothing waits").isEqualTo(4);
    }

    @Test
    void shouldNotRunWhatHasTimedOut() throws Exception {
        ask("one", 9, Map.of(0, 5L));
        advance("events", 0, 9, 9);
        assertThat(log).isEmpty();
        assertThat(awaited.size()).isZero();
    }

    @Test
    void shouldRefuseOneMoreThanMayWaitUntilOneHasTimedOut() throws Exception {
        for (int i = 0; i < AwaitedEvents.MAX_WAITING; i++) {
            ask("waiting", 1, Map.of(0, 5L));
        }
        ask("one more", 1, Map.of(0, 5L));
        assertThat(log).containsExactly("one more OVERLOADED");
        assertThat(awaited.size()).isEqualTo(AwaitedEvents.MAX_WAITING);
        nowMs = 1;
        awaited.advanced();
        ask("again", 2, Map.of(0, 5L));
        assertThat(awaited.size()).isEqualTo(1);
    }

    @Test
    void shouldCancelAClientsRequestOfAName() throws Exception {
        ask("one", 9, Map.of(0, 5L));
        ask("two", 9, Map.of(0, 5L));
        assertThat(awaited.cancel("other client", "one")).isZero();
        assertThat(awaited.cancel("client", "one")).isEqualTo(1);
        assertThat(log).containsExactly("one " + QueryError.Code.CANCELLED);
        advance("events", 0, 9, 0);
        assertThat(log).endsWith("two runs");
    }

    @Test
    void shouldLetAnActionCancelOthersAndWaitAgain() throws Exception {
        for (String request : List.of("one", "two", "three")) {
            awaited.whenApplied(
                    request(request, 9, Map.of(0, 5L)),
                    () -> {
                        log.add(request + " runs, and cancels " + awaited.cancel("client", "later"));
                        ask("again", 9, Map.of(0, 50L));
                    },
                    error -> {});
            ask("later", 9, Map.of(0, 50L));
        }
        advance("events", 0, 9, 0);
        assertThat(log.stream().filter(each -> each.contains("runs")))
                .containsExactly("one runs, and cancels 3", "two runs, and cancels 0", "three runs, and cancels 0");
        assertThat(awaited.size()).isEqualTo(3);
    }
}
