package dev.aimonflink.job.plan;

import dev.aimonflink.query.serve.request.Request;
import dev.aimonflink.query.serve.request.ScanQuery;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import java.util.function.Function;

/** The requests of one task that wait for their plans. Only for the task's thread. */
public final class AwaitedPlans {
    private final Planner planner;
    private final Executor task;
    private final Map<String, Waiting> waiting = new LinkedHashMap<>();

    /** For assertions. */
    private final Thread owner = Thread.currentThread();

    @FunctionalInterface
    public interface Action {
        void run(TextPlan plan) throws Exception;
    }

    /** @param request null for a second round, which nobody cancels here: the partition ends its request */
    private record Waiting(Request request, Action action) {
        boolean isOf(String clientId, String requestId) {
            return request != null
                    && request.clientId().equals(clientId)
                    && request.requestId().equals(requestId);
        }
    }

    /** @param task runs something on the task's thread, and may refuse it when the task ends */
    public AwaitedPlans(Planner planner, Executor task) {
        this.planner = planner;
        this.task = task;
    }

    /** Plans a text for the first time, and runs an action with the plan: at once if it is known, else later. */
    public void admit(Request request, Action action) throws Exception {
        await(request.key(), request, action, done -> planner.admit(request, done));
    }

    /** The same for an admitted text. */
    public void follow(Request request, byte[] tableValues, Action action) throws Exception {
        await(request.key(), request, action, done -> planner.follow(request, tableValues, done));
    }

    /** The same for a request's second round. */
    public void second(String requestKey, ScanQuery first, byte[] values, Action action) throws Exception {
        await(requestKey, null, action, done -> planner.second(requestKey, first, values, done));
    }

    private void await(
            String requestKey, Request request, Action action, Function<Consumer<TextPlan>, TextPlan> planning)
            throws Exception {
        assert Thread.currentThread() == owner : "requests wait on the task's thread";
        // Before planning, which may be done before this thread goes on.
        Waiting entry = new Waiting(request, action);
        waiting.put(requestKey, entry);
        TextPlan known = planning.apply(plan -> onTask(requestKey, entry, plan));
        if (known != null) {
            waiting.remove(requestKey);
            action.run(known);
        }
    }

    private void onTask(String requestKey, Waiting entry, TextPlan plan) {
        try {
            task.execute(() -> run(requestKey, entry, plan));
        } catch (RejectedExecutionException ended) {
            // The task ends without answering; after a restart the merger says so.
        }
    }

    private void run(String requestKey, Waiting entry, TextPlan plan) {
        assert Thread.currentThread() == owner : "a plan is used on the task's thread";
        if (waiting.remove(requestKey, entry)) {
            try {
                entry.action.run(plan);
            } catch (RuntimeException failure) {
                throw failure;
            } catch (Exception failure) {
                throw new IllegalStateException(failure);
            }
        }
    }

    public List<Request> cancel(String clientId, String requestId) {
        List<Request> cancelled = new ArrayList<>();
        waiting.values().removeIf(each -> {
            boolean isMeant = each.isOf(clientId, requestId);
            if (isMeant) {
                planner.drop(each.request.key());
                cancelled.add(each.request);
            }
            return isMeant;
        });
        return cancelled;
    }

    /** Leaves waiting requests unanswered: after the end of its input a task sends nothing. */
    public void end() {
        waiting.clear();
    }
}
