package dev.aimonflink.job.operator;

import dev.aimonflink.matrix.row.SourcePartition;
import dev.aimonflink.query.serve.pass.QueryError;
import dev.aimonflink.query.serve.request.Request;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.ToLongFunction;

/** The requests that wait until this partition has applied the events that their answers must include. */
final class AwaitedEvents {
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
    private final ToLongFunction<SourcePartition> nextOffset;
    private final LongSupplier nowMs;
    private final List<Waiting> waiting = new ArrayList<>();

    /**
     * @param nextOffset in a Kafka partition: this partition has applied all events before it
     * @param nowMs the wall clock of the deadlines
     */
    AwaitedEvents(String topic, ToLongFunction<SourcePartition> nextOffset, LongSupplier nowMs) {
        this.topic = topic;
        this.nextOffset = nextOffset;
        this.nowMs = nowMs;
    }

    /** Runs an action once its request's events are applied, perhaps now, or refuses the request. */
    void whenApplied(Request request, Action action, Consumer<QueryError> refusal) throws Exception {
        if (request.options().awaited().isEmpty() || areApplied(request)) {
            action.run();
            return;
        }
        waiting.removeIf(this::hasTimedOut);
        if (waiting.size() == MAX_WAITING) {
            refusal.accept(TOO_MANY_WAIT);
        } else {
            waiting.add(new Waiting(request, action, refusal));
        }
    }

    private boolean hasTimedOut(Waiting each) {
        return each.request.deadlineMs() <= nowMs.getAsLong();
    }

    /** Looks only at the Kafka partitions that the request awaits, because each progress message comes here. */
    private boolean areApplied(Request request) {
        for (Map.Entry<Integer, Long> awaited : request.options().awaited().entrySet()) {
            if (nextOffset.applyAsLong(new SourcePartition(topic, awaited.getKey())) < awaited.getValue()) {
                return false;
            }
        }
        return true;
    }

    /** Runs what waited for events now applied, and drops expired requests, which the merger answers. */
    void advanced() throws Exception {
        if (waiting.isEmpty()) {
            return;
        }
        List<Waiting> due = new ArrayList<>();
        waiting.removeIf(each -> {
            if (hasTimedOut(each)) {
                return true;
            }
            boolean isDue = areApplied(each.request);
            if (isDue) {
                due.add(each);
            }
            return isDue;
        });
        // An action may come back here, to let others wait or to cancel some.
        for (Waiting each : due) {
            each.action.run();
        }
    }

    int cancel(String clientId, String requestId) {
        List<Waiting> cancelled = waiting.stream()
                .filter(each -> each.request.clientId().equals(clientId)
                        && each.request.requestId().equals(requestId))
                .toList();
        waiting.removeAll(cancelled);
        cancelled.forEach(each -> each.refusal.accept(QueryError.CANCELLED));
        return cancelled.size();
    }

    /** Other threads may call this and see an old number. */
    int size() {
        return waiting.size();
    }
}
