package dev.aimonflink.bench.concurrent;

import dev.aimonflink.bench.world.HeapRecords;
import dev.aimonflink.bench.world.MeasuredModel;
import dev.aimonflink.bench.world.ModelEvents;
import dev.aimonflink.bench.world.ModelMatrix;
import dev.aimonflink.job.message.EventChunks;
import dev.aimonflink.job.operator.ScanSchedule;
import dev.aimonflink.lab.twin.AnswerComparison;
import dev.aimonflink.matrix.kernel.KernelChoice;
import dev.aimonflink.matrix.layout.MatrixSchema;
import dev.aimonflink.query.serve.mode.ScanMode;
import dev.aimonflink.query.serve.mode.ScanPolicy;
import dev.aimonflink.query.serve.mode.ScanSetting;
import dev.aimonflink.query.serve.partition.Partition;
import dev.aimonflink.query.serve.pass.Asker;
import dev.aimonflink.query.serve.pass.Part;
import dev.aimonflink.query.serve.pass.PartitionClocks;
import dev.aimonflink.query.serve.pass.ScanThread;
import dev.aimonflink.query.serve.pass.Scannable;
import dev.aimonflink.query.serve.request.EntityQuery;
import dev.aimonflink.query.setup.Catalogues;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * One partition on a thread that does what a Flink task does: it takes one message after the other, and before each runs the waiting mails;
 * the job's own {@link ScanSchedule} decides when slices run. Events and questions are made on this thread, which owns it.
 */
final class TaskThread implements ScanSchedule.Loop, AutoCloseable {
    /** So that the thread can be found: Linux shows the beginning. */
    static final String NAME = "bench-task";

    private static final String SCAN_NAME = "aim-scan bench";
    /** Leaves no waiting row. */
    private static final ScanSetting MERGING = new ScanSetting(ScanMode.S2);

    private static final long IDLE_NANOS = TimeUnit.MICROSECONDS.toNanos(20);
    private static final long BURST_EVERY_NANOS = TimeUnit.MILLISECONDS.toNanos(250);
    private static final long LAST_ANSWERS_NANOS = TimeUnit.SECONDS.toNanos(30);
    private static final double NANOS_PER_SECOND = 1e9;

    private record Timer(long dueNanos, Runnable callback) {}

    private final Queue<Runnable> mails = new ConcurrentLinkedQueue<>();
    private final Queue<Timer> timers = new PriorityQueue<>(Comparator.comparingLong(Timer::dueNanos));
    private final ScanThread scanThread;
    private final ModelMatrix matrix;
    private final Partition partition;
    private final ModelEvents events;
    private ScanSchedule schedule;
    private final Supplier<EntityQuery> lookUps;

    /** By client, the index of its next question. */
    private int[] asked = {};

    /** By client, when it asked the last one. */
    private long[] askedNanos = {};

    /** The clients without a question in flight. */
    private final Queue<Integer> idle = new ArrayDeque<>();

    private final List<String> failures = new ArrayList<>();
    private Thread thread;
    private int inFlight;
    private long eventsAtLastPass;
    private Turn turn = new Turn();

    TaskThread(MeasuredModel measured, int entities, Supplier<EntityQuery> lookUps) {
        this.lookUps = lookUps;
        scanThread = new ScanThread(
                SCAN_NAME,
                this::enqueue,
                PartitionClocks.SYSTEM,
                defect -> enqueue(() -> {
                    throw new IllegalStateException("The scan thread has ended.", defect);
                }));
        HeapRecords records = new HeapRecords();
        matrix = new ModelMatrix(
                measured,
                Catalogues.scannedColumns(MatrixSchema.of(measured.model())),
                KernelChoice.chosen().kernels(),
                records,
                scanThread);
        partition = matrix.partition();
        matrix.addRows(entities);
        events = new ModelEvents(measured.model(), matrix, entities, EventChunks.MAX_EVENTS);
        mayScanFor(ScanSchedule.WHOLE);
        matrix.shownFirstTo(this::answered);
    }

    /** Limits scans on this thread to that share of its time while events wait. */
    void mayScanFor(double share) {
        schedule = new ScanSchedule(this::runSlice, this, share, System::nanoTime);
        partition.queries().scheduler().saturatedIf(schedule::isSaturated);
    }

    /** How the states of passes are chosen from now on. */
    void choose(ScanPolicy policy) {
        partition.queries().scheduler().use(policy, Long.MAX_VALUE, (from, to, outlook) -> turn.changes++);
    }

    @Override
    public void enqueue(Runnable mail) {
        mails.add(mail);
        LockSupport.unpark(thread);
    }

    @Override
    public void after(long delayMs, Runnable callback) {
        timers.add(new Timer(System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(delayMs), callback));
    }

    private boolean runSlice(long budgetNanos) {
        final long passes = passes();
        final long startNanos = System.nanoTime();
        final boolean more = partition.runSlice(budgetNanos);
        if (passes() > passes) {
            turn.beginNanos.recordValue(System.nanoTime() - startNanos);
            turn.mostBetweenPasses = Math.max(turn.mostBetweenPasses, events.counted() - eventsAtLastPass);
            eventsAtLastPass = events.counted();
        }
        return more;
    }

    private long passes() {
        return partition.queries().scheduler().passes();
    }

    private boolean answered(Part part) {
        if (part.error() != null) {
            failures.add(part.error().toString());
        }
        turn.scanCpuNanos += part.scan() == null ? 0 : part.scan().cpuNanos();
        inFlight--;
        turn.answers++;
        final int client = Integer.parseInt(part.requestKey());
        turn.answered.add(new Turn.Answered(client, System.nanoTime() - askedNanos[client], part));
        idle.add(client);
        return true;
    }

    /** Runs something on a thread that can be found, and waits for its end. */
    static void runOn(Runnable measuring) throws InterruptedException {
        FutureTask<Void> task = new FutureTask<>(measuring, null);
        new Thread(task, NAME).start();
        try {
            task.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException("The partition failed.", e.getCause());
        }
    }

    /** Pins each thread to its own core, if possible, and returns whether it did. */
    static boolean pin() {
        List<NativeThread> threads = threads();
        return !threads.isEmpty()
                && IntStream.range(0, threads.size())
                        .allMatch(core -> threads.get(core).pin(core));
    }

    /** The threads of events and of scans; the latter exists from its first pass on. Empty without Linux. */
    static List<NativeThread> threads() {
        return Stream.of(NAME, SCAN_NAME)
                .map(NativeThread::find)
                .flatMap(Optional::stream)
                .toList();
    }

    List<String> failures() {
        return failures;
    }

    /** Runs a load for some time, in one of the modes; later answers do not count. */
    Turn run(LoadCase load, ScanSetting mode, double seconds) {
        return run(load, mode, seconds, Integer.MAX_VALUE);
    }

    Turn run(LoadCase load, ScanSetting mode, double seconds, int answers) {
        thread = Thread.currentThread();
        partition.queries().scheduler().set(mode);
        turn = new Turn();
        asked = new int[load.clients().size()];
        askedNanos = new long[asked.length];
        for (int client = 0; client < asked.length; client++) {
            idle.add(client);
        }
        eventsAtLastPass = events.counted();
        final List<NativeThread> threads = threads();
        final long[] cpuBefore =
                threads.stream().mapToLong(NativeThread::cpuNanos).toArray();
        final long startNanos = System.nanoTime();
        final long endNanos = startNanos + (long) (seconds * NANOS_PER_SECOND);
        long burstNanos = startNanos + BURST_EVERY_NANOS / 2;
        int lookUpsLeft = 0;
        for (long nowNanos = startNanos; nowNanos < endNanos && turn.answers < answers; nowNanos = System.nanoTime()) {
            boolean isIdle = !runMails(nowNanos);
            isIdle &= !takeEvents(load, startNanos);
            isIdle &= !ask(load);
            if (load.lookUps() > 0 && lookUpsLeft == 0 && nowNanos >= burstNanos) {
                lookUpsLeft = load.lookUps();
                burstNanos = nowNanos;
            }
            if (lookUpsLeft > 0) {
                isIdle = false;
                lookUp(burstNanos);
                lookUpsLeft--;
                burstNanos += lookUpsLeft == 0 ? BURST_EVERY_NANOS : 0;
            }
            if (isIdle) {
                LockSupport.parkNanos(IDLE_NANOS);
            }
        }
        Turn ended = turn;
        ended.nanos = System.nanoTime() - startNanos;
        for (int i = 0; i < cpuBefore.length; i++) {
            ended.cpuNanos += threads.get(i).cpuNanos() - cpuBefore[i];
        }
        finish();
        return ended;
    }

    /** Runs the waiting mails, but none that they send, because a message comes first; returns whether there were any. */
    private boolean runMails(long nowNanos) {
        boolean ran = false;
        while (!timers.isEmpty() && timers.peek().dueNanos() <= nowNanos) {
            timers.remove().callback().run();
            ran = true;
        }
        for (int waiting = mails.size(); waiting > 0; waiting--) {
            mails.remove().run();
            ran = true;
        }
        wakeIfThereIsWork();
        return ran;
    }

    private void wakeIfThereIsWork() {
        if (partition.hasWork()) {
            schedule.wake();
        }
    }

    private boolean takeEvents(LoadCase load, long startNanos) {
        int count = EventChunks.MAX_EVENTS;
        long firstDue = 0;
        if (!load.isSaturated()) {
            firstDue = turn.events;
            long due = (long) ((System.nanoTime() - startNanos) / NANOS_PER_SECOND * load.eventsPerSecond());
            count = (int) Math.min(count, due - firstDue);
        }
        if (count <= 0) {
            return false;
        }
        events.apply(count);
        turn.events += count;
        if (!load.isSaturated()) {
            final long nowNanos = System.nanoTime();
            for (long event = firstDue; event < firstDue + count; event++) {
                long dueNanos = startNanos + (long) (event * NANOS_PER_SECOND / load.eventsPerSecond());
                turn.waitNanos.recordValue(Math.max(0, nowNanos - dueNanos));
            }
        }
        wakeIfThereIsWork();
        schedule.recordsProcessed(count, !partition.makeRoom());
        return true;
    }

    /** Takes in the next question of a client that has none in flight. */
    private boolean ask(LoadCase load) {
        Integer client = idle.poll();
        if (client == null) {
            return false;
        }
        List<Scannable> own = load.clients().get(client);
        Scannable next = own.get(asked[client]++ % own.size());
        askedNanos[client] = System.nanoTime();
        inFlight++;
        partition.submit(new Asker(client.toString(), "client " + client, Long.MAX_VALUE), next);
        messageTaken();
        return true;
    }

    private void messageTaken() {
        wakeIfThereIsWork();
        schedule.recordsProcessed(1, false);
    }

    private void lookUp(long dueNanos) {
        Part part = matrix.part(lookUps.get());
        if (part.error() != null) {
            failures.add(part.error().toString());
        }
        turn.lookUpNanos.recordValue(System.nanoTime() - dueNanos);
        messageTaken();
    }

    /**
     * Asks a question of a cut with so many events in rows that are not in their blocks yet. All are merged before.
     *
     * @param hold is asked first, and ends when the events have come
     */
    Turn.Answered askOfFresh(int events, Held hold, Scannable question, ScanSetting mode) {
        thread = Thread.currentThread();
        askedNanos = new long[1];
        askAndWait(MERGING, question);
        partition.queries().scheduler().set(MERGING);
        hold.begin();
        submit(hold);
        while (!partition.queries().isAway()) {
            runMails(System.nanoTime());
            partition.runSlice(IDLE_NANOS);
        }
        for (int left = events; left > 0; left -= EventChunks.MAX_EVENTS) {
            this.events.apply(Math.min(left, EventChunks.MAX_EVENTS));
        }
        hold.end();
        finish();
        return askAndWait(mode, question);
    }

    private Turn.Answered askAndWait(ScanSetting mode, Scannable question) {
        partition.queries().scheduler().set(mode);
        submit(question);
        finish();
        return turn.answered.get(turn.answered.size() - 1);
    }

    private void submit(Scannable question) {
        askedNanos[0] = System.nanoTime();
        inFlight++;
        partition.submit(new Asker("0", "client", Long.MAX_VALUE), question);
        messageTaken();
    }

    /** Waits for the last answers. */
    private void finish() {
        turn = new Turn();
        final long endNanos = System.nanoTime() + LAST_ANSWERS_NANOS;
        while (inFlight > 0 || partition.hasWork() || partition.queries().isAway()) {
            final long nowNanos = System.nanoTime();
            if (nowNanos > endNanos) {
                throw new IllegalStateException(inFlight + " questions have no answer.");
            }
            if (!runMails(nowNanos)) {
                LockSupport.parkNanos(IDLE_NANOS);
            }
        }
        idle.clear();
    }

    /** Compares all cells with their records, and some entities with a recomputation from all events. */
    AnswerComparison.Outcome compare() {
        return events.compare();
    }

    @Override
    public void close() {
        scanThread.close();
    }
}
