package dev.aimonflink.core.matrix;

import dev.aimonflink.core.kernel.Kernels;
import dev.aimonflink.core.model.Event;
import dev.aimonflink.core.model.Profile;
import dev.aimonflink.core.schema.WindowClock;
import java.util.BitSet;
import java.util.function.Consumer;

/**
 * One partition of the Analytics Matrix: applies events and profiles to records, keeps the columns beside them, and
 * answers queries by passes over the columns.
 *
 * <p>The caller keeps the records and hands each one in with what changes it; {@code apply} changes it in place, and the
 * caller stores it unless the outcome says that nothing happened. A pass is run in slices by the caller, with updates
 * between them as it likes: an update reaches the record at once, and the columns at once unless the pass has yet to
 * read the row's block, so that every query sees one cut.
 */
public final class Partition {
    /** Queries that wait or run; one more is answered {@link QueryError.Code#OVERLOADED}. */
    public static final int MAX_QUERIES_IN_FLIGHT = 1024;

    /** What became of an event or a profile. */
    public enum Outcome {
        /** It counts, though perhaps not for every window: see {@link #lateEvents}. */
        APPLIED,
        /** It is older than every window. Nothing changed. */
        LATE,
        /** A total of its subscriber would wrap. Nothing changed. */
        OVERFLOW,
        /** Its subscriber would be one more than the {@link RowLimits} allow. Nothing changed. */
        FULL,
        /** It clears the profile of a subscriber that is no row. Nothing changed. */
        IGNORED,
        /** It clears the profile of a subscriber that is idle for so long that it is forgotten. Its record is to be removed. */
        FORGOTTEN
    }

    /** While passes run, verification gets this fraction of their time. */
    static final int VERIFIERS_SHARE = 4;

    private final Part.Source source;
    private final Rows rows;
    private final Forgetting forgetting;
    private final RowWriter writer;
    private final PartitionContext context;
    private final QueryQueue queries;
    private final Verifier verifier;
    private final SliceTimer timer;
    private long turns;

    /**
     * @param records holds the records of the subscribers that have a row; asked by verification only
     * @param answers takes each part as it becomes ready
     */
    public Partition(
            Part.Source source,
            PartitionSettings settings,
            StoredRecords records,
            UpdateHook hook,
            PartitionClocks clocks,
            Consumer<Part> answers) {
        this.source = source;
        rows = new Rows(settings);
        forgetting = new Forgetting(rows, records, settings.limits().forgetAfterMs());
        writer = new RowWriter(rows, hook, forgetting);
        verifier = new Verifier(source, rows, records, forgetting, clocks, answers);
        context = new PartitionContext(settings, rows.dimensionCodes());
        queries = new QueryQueue(source, rows, forgetting, context, clocks, answers);
        timer = new SliceTimer(clocks);
    }

    // ---- writing

    /** A record for a subscriber that has none yet. It becomes a row with the first event or profile applied to it. */
    public SubscriberRecord newRecord(long subscriberId) {
        return writer.newRecord(subscriberId);
    }

    /** Counts a call of the record's subscriber that has no {@linkplain Event#fault() fault}. */
    public Outcome apply(SubscriberRecord record, Event event) {
        advanceTo(event.timestampMs());
        return writer.apply(record, event);
    }

    /** Gives a subscriber its attributes; null takes them away. */
    public Outcome apply(SubscriberRecord record, Profile profile) {
        return writer.apply(record, profile);
    }

    /** Removes the row of a subscriber whose record the caller has removed. A pass that runs still reads it. */
    public void forget(long subscriberId) {
        forgetting.erase(subscriberId);
    }

    /**
     * Takes in a record that was stored before. First the time that was stored with the records, by {@link #advanceTo},
     * then all records, then anything else: without a time every window of the record would be past, and empty.
     *
     * @return whether the record was ahead of the time and has lost its later windows. It is to be stored again: or else it
     *     would show them as current once the time comes.
     */
    public boolean restore(SubscriberRecord record) {
        return writer.restore(record);
    }

    // ---- time

    /** Hears of a time: an event's, a watermark, or a turn that another partition saw first. */
    public void advanceTo(long timeMs) {
        final WindowClock clock = rows.clock();
        if (!clock.wouldTurn(timeMs)) {
            clock.advance(timeMs);
            return;
        }
        final int[] before = clock.numbers();
        clock.advance(timeMs);
        final BitSet turned = new BitSet();
        for (int window = 0; window < before.length; window++) {
            turned.set(window, before[window] != clock.number(window));
        }
        turns++;
        rows.columns().turned(turned);
        queries.turned(turned);
    }

    /** The newest event time heard of, or {@link WindowClock#NO_TIME}. */
    public long nowMs() {
        return rows.clock().nowMs();
    }

    /** How far this partition is in each Kafka partition of the events topic. The clock does not depend on it. */
    public Progress progress() {
        return rows.progress();
    }

    /** As of when an answer is that is given now: the oldest time over the Kafka partitions, see {@link Cut}. */
    public long oldestMs() {
        return rows.progress().oldestMs(nowMs());
    }

    // ---- reading

    /** Queues a query for the next pass, or answers at once that it cannot run. */
    public void submit(Asker asker, Scannable query) {
        queries.submit(asker, query);
    }

    /** Asks for a comparison of all cells with their records, which runs beside the passes and never in haste. */
    public void submit(Asker asker, Verification question) {
        verifier.submit(asker, question);
    }

    /**
     * Lets verification read no record until {@link #resumeVerification}, or until then at the latest: while a snapshot
     * is written, a state backend may copy each record that is read.
     */
    public void pauseVerification(long untilEpochMs) {
        verifier.restUntil(untilEpochMs);
    }

    public void resumeVerification() {
        verifier.goOn();
    }

    /** Answers a question about one subscriber at once; no pass is involved. */
    public Part look(String requestKey, Lookup lookup, SubscriberRecord recordOrNull) {
        SubscriberRecord shown = recordOrNull == null
                ? null
                : recordOrNull.asOf(rows.clock(), rows.schema().layout());
        Part.Source alone = new Part.Source(source.partition(), 1, source.attempt());
        byte[] partial = Part.writtenToMemory(lookup.partial(shown));
        return new Part(requestKey, alone, rows.cut(), shown == null ? 0 : 1, 0, 0, partial, null);
    }

    /** Whether {@link #runSlice} has something to do: queries, or rows to be removed. */
    public boolean hasWork() {
        return queries.hasWork() || verifier.hasWork() || forgetting.hasWork();
    }

    /**
     * Goes on with the pass, or begins one, and with verification, for about as long as the budget says; one step at
     * least, such as showing one block to one query. The budget is CPU time of the thread. Returns whether there is more
     * to do.
     */
    public boolean runSlice(long budgetNanos) {
        final boolean scans = queries.hasWork() || forgetting.hasWork();
        if (scans) {
            timer.start(budgetNanos);
            queries.runSlice(timer);
        }
        if (verifier.hasWork()) {
            timer.start(scans ? budgetNanos / VERIFIERS_SHARE : budgetNanos);
            verifier.runSlice(timer);
        }
        return hasWork();
    }

    /**
     * To be called after each update: makes room for the rows that the next ones change. Returns whether there is room;
     * if not, a slice should run before the next update, because as many rows wait for the pass as should. A caller that
     * ignores that gets the same answers, and takes more memory.
     */
    public boolean makeRoom() {
        return rows.columns().makeRoom() && !forgetting.isFull();
    }

    /** Whether a pass has begun that is not over. */
    boolean passRuns() {
        return queries.passRuns();
    }

    /** Compares every cell with its record, whatever the pass is at. Returns how many differ: always none. */
    public long verify() {
        return verifier.verify();
    }

    // ---- figures

    public int rows() {
        return rows.size() - forgetting.vacatedRows();
    }

    /** Subscribers that were erased or forgotten since the start. */
    public long forgotten() {
        return forgetting.forgotten();
    }

    /** The memory that columns take, as of the last pass or the last new block. */
    public long columnBytes() {
        return rows.columns().bytes();
    }

    /** May be asked by another thread, which sees a number of late: hence one look at the pass. */
    public int queriesInFlight() {
        return queries.size();
    }

    /** Queries that were dropped unread because their deadlines had passed. */
    public long queriesExpired() {
        return queries.expired();
    }

    /** What scans run on: the given kernels, unless those failed. */
    public Kernels kernels() {
        return context.kernels();
    }

    /** Events that were too late for a window, by its index in the schema. */
    public long lateEvents(int window) {
        return writer.lateEvents(window);
    }

    /** How often a window turned, the first time of all included. */
    public long turns() {
        return turns;
    }
}
