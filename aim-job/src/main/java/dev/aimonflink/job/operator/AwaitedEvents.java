package dev.aimonflink.job.operator;

import dev.aimonflink.core.matrix.EventPartition;
import dev.aimonflink.core.matrix.EventPlace;
import dev.aimonflink.core.matrix.Progress;
import dev.aimonflink.core.matrix.QueryError;
import dev.aimonflink.core.query.Request;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** The requests that wait until this partition has applied the events that their answers have to have. */
final class AwaitedEvents {
    /** The most requests that wait. */
    static final int MAX_WAITING = 1_024;

    /** What a request does once the events are there. */
    @FunctionalInterface
    interface Action {
        void run() throws Exception;
    }

    /** @param refusal answers that the request does not run */
    private record Waiting(Request request, Action action, Consumer<QueryError> refusal) {}

    private static final QueryError TOO_MANY_WAIT = new QueryError(
            QueryError.Code.OVERLOADED, "More than " + MAX_WAITING + " requests wait for events. Ask again later.");

    private final String topic;
    private final Progress progress;
    private final List<Waiting> waiting = new ArrayList<>();

    /** @param topic of the events */
    AwaitedEvents(String topic, Progress progress) {
        this.topic = topic;
        this.progress = progress;
    }

    /** Runs an action as soon as its request's events are applied, which may be now, or refuses the request. */
    void whenThere(Request request, long nowMs, Action action, Consumer<QueryError> refusal) throws Exception {
        if (areThere(request)) {
            action.run();
            return;
        }
        waiting.removeIf(each -> each.request.deadlineMs() <= nowMs);
        if (waiting.size() == MAX_WAITING) {
            refusal.accept(TOO_MANY_WAIT);
        } else {
            waiting.add(new Waiting(request, action, refusal));
        }
    }

    private boolean areThere(Request request) {
        if (request.wishes().awaited().isEmpty()) {
            return true;
        }
        Map<EventPartition, Long> offsets = new HashMap<>();
        for (EventPlace place : progress.places()) {
            offsets.put(place.partition(), place.nextOffset());
        }
        return request.wishes().awaited().entrySet().stream()
                .allMatch(
                        each -> offsets.getOrDefault(new EventPartition(topic, each.getKey()), 0L) >= each.getValue());
    }

    /** Runs what waited for events that have been applied, and drops the requests that have timed out: the merger answers those. */
    void advanced(long nowMs) throws Exception {
        waiting.removeIf(each -> each.request.deadlineMs() <= nowMs);
        List<Waiting> due =
                waiting.stream().filter(each -> areThere(each.request)).toList();
        waiting.removeAll(due);
        // An action may come back here, to let others wait or to cancel some.
        for (Waiting each : due) {
            each.action.run();
        }
    }

    /** Ends a client's requests of a name. Returns how many. */
    int cancel(String clientId, String requestId) {
        List<Waiting> cancelled = waiting.stream()
                .filter(each -> each.request.clientId().equals(clientId)
                        && each.request.requestId().equals(requestId))
                .toList();
        waiting.removeAll(cancelled);
        cancelled.forEach(each -> each.refusal.accept(QueryError.CANCELLED));
        return cancelled.size();
    }

    /** Another thread may call this, and may see an old number. */
    int size() {
        return waiting.size();
    }
}
