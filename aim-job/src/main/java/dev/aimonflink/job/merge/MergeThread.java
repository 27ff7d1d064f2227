package dev.aimonflink.job.merge;

import dev.aimonflink.job.merge.RoundMerge.Outcome;
import dev.aimonflink.query.serve.format.result.ResultRecords;
import dev.aimonflink.query.serve.pass.QueryError;
import dev.aimonflink.query.serve.request.Answer;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.flink.api.common.operators.MailboxExecutor;
import org.apache.flink.util.function.ThrowingConsumer;
import org.apache.flink.util.function.ThrowingRunnable;

/**
 * A thread beside a merger's that runs long merges one after the other: first those for which partitions wait, then by client in turn.
 *
 * <pre>
 *   merger's thread                             merge thread
 *   has all parts of a round  -- add -----&gt;     merges, and computes what is behind the merge
 *   answers other requests
 *   answers the request       &lt;-- mail ----     has the outcome
 *   deadline, cancel          -- drop ----&gt;     stops
 * </pre>
 *
 * <p>It knows nothing of the merger's state but what a merge was given, and starts with the first one.
 */
final class MergeThread implements AutoCloseable {
    /** The most that wait; a further one replaces the newest of the client with the most. */
    static final int MAX_WAITING = 64;

    static final QueryError TOO_MANY = new QueryError(
            QueryError.Code.OVERLOADED,
            "More than " + MAX_WAITING
                    + " statements wait in the merger to join, group or sort what partitions have found. Ask again"
                    + " later, or fewer such statements at a time.");

    /** As deep as statements may be nested. */
    private static final long STACK_BYTES = 4L << 20;

    private static final long CLOSE_MS = TimeUnit.SECONDS.toMillis(5);

    private final MailboxExecutor task;
    private final Answer answer;
    private final ResultRecords results;
    private final Thread thread;

    /** For assertions. */
    private final Thread owner = Thread.currentThread();

    /** The entries without an outcome, by request. Only for the merger's thread. */
    private final Map<String, Entry> open = new HashMap<>();

    // ---- guarded by this

    /** The entries that partitions wait for: at most as many as these hold cuts for. */
    private final Deque<Entry> urgent = new ArrayDeque<>();

    /** The others, by client; it is the first one's turn. */
    private final Map<String, Deque<Entry>> waiting = new LinkedHashMap<>();

    private int size;

    /** Null if there is none. */
    private Entry running;

    private boolean isClosed;

    private record Entry(RoundMerge merge, ThrowingConsumer<Outcome, Exception> done) {}

    /** @param answer for this thread alone, like the next */
    MergeThread(String name, MailboxExecutor task, Answer answer, ResultRecords results) {
        this.task = task;
        this.answer = answer;
        this.results = results;
        thread = new Thread(null, this::loop, name, STACK_BYTES);
        thread.setDaemon(true);
    }

    // ---- for the merger's thread

    void add(RoundMerge merge, ThrowingConsumer<Outcome, Exception> done) {
        assert Thread.currentThread() == owner : "the merger adds merges";
        Entry entry = new Entry(merge, done);
        open.put(merge.requestKey(), entry);
        Entry evicted;
        synchronized (this) {
            if (merge.isUrgent()) {
                urgent.add(entry);
            } else {
                waiting.computeIfAbsent(merge.payer(), client -> new ArrayDeque<>())
                        .add(entry);
                size++;
            }
            evicted = size > MAX_WAITING ? evict() : null;
            if (thread.getState() == Thread.State.NEW) {
                thread.start();
            }
            notifyAll();
        }
        if (evicted != null) {
            tell(evicted, Outcome.failed(TOO_MANY));
        }
    }

    private Entry evict() {
        Deque<Entry> most = waiting.values().stream()
                .max(Comparator.comparingInt(Deque::size))
                .orElseThrow();
        size--;
        return most.pollLast();
    }

    boolean has(String requestKey) {
        return open.containsKey(requestKey);
    }

    /** Whether any merge has no outcome yet. */
    boolean isBusy() {
        return !open.isEmpty();
    }

    /** Stops the merge of a request, if there is one, without an outcome. */
    void drop(String requestKey) {
        assert Thread.currentThread() == owner : "the merger drops merges";
        Entry dropped = open.remove(requestKey);
        if (dropped == null) {
            return;
        }
        synchronized (this) {
            if (dropped.equals(running)) {
                thread.interrupt();
                return;
            }
            Deque<Entry> ofClient = waiting.get(dropped.merge.payer());
            if (!urgent.remove(dropped) && ofClient != null && ofClient.remove(dropped)) {
                size--;
            }
        }
    }

    /** Any thread may call this. */
    synchronized int waiting() {
        return size + urgent.size();
    }

    /** Ends the thread, and waits for it, because its classes go with the job. Its merges have no outcome. */
    @Override
    public void close() {
        open.clear();
        synchronized (this) {
            isClosed = true;
            thread.interrupt();
        }
        try {
            thread.join(CLOSE_MS);
        } catch (InterruptedException cancelled) {
            Thread.currentThread().interrupt();
        }
    }

    // ---- for the merge thread

    private void loop() {
        try {
            for (Entry next = next(); next != null; next = next()) {
                run(next);
            }
        } catch (InterruptedException closed) {
            // None waits for an outcome any more.
        }
    }

    /** Waits for the next merge; null at the end. */
    private synchronized Entry next() throws InterruptedException {
        while (!isClosed) {
            running = poll();
            if (running != null) {
                return running;
            }
            wait();
        }
        return null;
    }

    /** Takes an urgent one, or the first of the client whose turn it is; the next turn is another client's. */
    private Entry poll() {
        waiting.values().removeIf(Deque::isEmpty);
        if (!urgent.isEmpty() || waiting.isEmpty()) {
            return urgent.poll();
        }
        String client = waiting.keySet().iterator().next();
        Deque<Entry> ofClient = waiting.remove(client);
        waiting.put(client, ofClient);
        size--;
        return ofClient.poll();
    }

    private void run(Entry entry) {
        Outcome outcome;
        try {
            outcome = entry.merge.run(answer, results);
        } catch (Error failure) {
            // As if the merger's thread had run it: exhausting the JVM's memory ends the task.
            mail(() -> {
                throw failure;
            });
            return;
        } finally {
            synchronized (this) {
                running = null;
                if (!isClosed) {
                    // An interrupt meant for this merge must not stop the next.
                    Thread.interrupted();
                }
            }
        }
        tell(entry, outcome);
    }

    // ---- for both

    private void tell(Entry entry, Outcome outcome) {
        mail(() -> {
            assert Thread.currentThread() == owner : "the merger takes outcomes";
            if (open.remove(entry.merge.requestKey(), entry)) {
                entry.done.accept(outcome);
            }
        });
    }

    private void mail(ThrowingRunnable<Exception> mail) {
        try {
            task.execute(mail, "the outcome of a merge");
        } catch (RejectedExecutionException ended) {
            // The task ends without answering; after a restart the merger says so.
        }
    }
}
