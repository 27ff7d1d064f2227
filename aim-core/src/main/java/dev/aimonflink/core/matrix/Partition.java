package dev.aimonflink.core.matrix;

import dev.aimonflink.core.kernel.Kernels;
import dev.aimonflink.core.model.Dimensions;
import dev.aimonflink.core.model.Event;
import dev.aimonflink.core.model.Profile;
import dev.aimonflink.core.schema.CallFilter;
import dev.aimonflink.core.schema.MatrixSchema;
import dev.aimonflink.core.schema.RecordLayout;
import dev.aimonflink.core.schema.WindowClock;
import java.time.ZoneId;
import java.util.ArrayDeque;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import java.util.stream.IntStream;

/**
 * One partition of the Analytics Matrix: applies events and profiles to records, keeps the columns beside them, and
 * answers queries by passes over the columns.
 *
 * <p>The caller keeps the records and hands each one in with what changes it; {@code apply} changes it in place, and the
 * caller stores it unless the outcome says that nothing happened. A pass is run in slices by the caller, with updates
 * between them as it likes: updates reach the records at once and the columns after the pass, so that every query sees
 * one cut.
 */
public final class Partition {
    /** Queries that wait or run; one more is answered {@link QueryError.Code#OVERLOADED}. */
    public static final int MAX_QUERIES_IN_FLIGHT = 1024;

    /** What became of an event. */
    public enum Outcome {
        /** It counts, though perhaps not for every window: see {@link #lateEvents}. */
        APPLIED,
        /** It is older than every window. Nothing changed. */
        LATE,
        /** A total of its subscriber would wrap. Nothing changed. */
        OVERFLOW
    }

    private final MatrixSchema schema;
    private final RecordLayout layout;
    private final int windows;
    private final WindowClock clock;
    private final Columns columns;
    private final ScanContext scanContext;
    private final PartialResult.Source source;
    private final LongFunction<SubscriberRecord> records;
    private final UpdateHook hook;
    private final Consumer<PartialResult> answers;
    private final NanoClock nanoClock;

    private final RowIndex rowOfSubscriber = new RowIndex();
    private final DimensionCodes dimensionCodes;
    private final int[] codes = new int[Dimension.COUNT];
    private final ArrayDeque<Pass.Waiting> waiting = new ArrayDeque<>();
    private final long[] lateEvents;
    private Pass pass;
    private long turns;

    /**
     * @param records finds the stored record of a subscriber that has a row; asked by verification only
     * @param answers takes each partial result as it becomes ready
     */
    public Partition(
            PartialResult.Source source,
            ColumnSet columnSet,
            Dimensions dimensions,
            ZoneId zone,
            Kernels kernels,
            LongFunction<SubscriberRecord> records,
            UpdateHook hook,
            NanoClock nanoClock,
            Consumer<PartialResult> answers) {
        this.source = source;
        this.schema = columnSet.schema();
        this.layout = schema.layout();
        this.windows = schema.windows().size();
        this.clock = new WindowClock(schema.windows(), zone);
        this.columns = new Columns(columnSet, clock);
        this.records = records;
        this.hook = hook;
        this.nanoClock = nanoClock;
        this.answers = answers;
        this.lateEvents = new long[windows];
        this.dimensionCodes = new DimensionCodes(dimensions);
        this.scanContext = new OpenContext(columnSet, kernels);
    }

    // ---- writing

    /** A record for a subscriber that has none yet. It becomes a row with the first event or profile applied to it. */
    public SubscriberRecord newRecord(long subscriberId) {
        return SubscriberRecord.empty(subscriberId, schema.fingerprint(), layout, windows);
    }

    /** Counts a call of the record's subscriber that has no {@linkplain Event#fault() fault}. */
    public Outcome apply(SubscriberRecord record, Event event) {
        // By the event's id: the record may still be on its way from memory, and so the two ways overlap.
        final int row = rowOfSubscriber.get(event.subscriberId());
        final long timestampMs = event.timestampMs();
        advanceTo(timestampMs);
        if (!clock.containsInAny(timestampMs)) {
            countLate(timestampMs);
            return Outcome.LATE;
        }
        record.turnTo(clock, layout);
        final int durationSeconds = event.durationSeconds();
        final long costCents = event.costCents();
        final CallFilter kind = event.longDistance() ? CallFilter.LONG_DISTANCE : CallFilter.LOCAL;
        if (wouldOverflow(record, kind, timestampMs, durationSeconds, costCents)) {
            return Outcome.OVERFLOW;
        }
        hook.before(record, event);
        record.renew(timestampMs);
        for (int window = 0; window < windows; window++) {
            if (clock.contains(window, timestampMs)) {
                record.add(layout, CallFilter.ALL, window, durationSeconds, costCents);
                record.add(layout, kind, window, durationSeconds, costCents);
            }
        }
        if (!clock.containsInAll(timestampMs)) {
            countLate(timestampMs);
        }
        hook.after(record, event);
        if (row == RowIndex.NO_ROW) {
            addRow(record);
        } else {
            columns.writeAggregates(row, record, kind);
        }
        return Outcome.APPLIED;
    }

    /** Looks at both runs: all calls come to no less than some, unless a later schema added the run of all. */
    private boolean wouldOverflow(
            SubscriberRecord record, CallFilter kind, long timestampMs, int durationSeconds, long costCents) {
        int signs = 0;
        for (int window = 0; window < windows; window++) {
            if (clock.contains(window, timestampMs)) {
                signs |= record.signsAfter(layout, CallFilter.ALL, window, durationSeconds, costCents);
                signs |= record.signsAfter(layout, kind, window, durationSeconds, costCents);
            }
        }
        return signs < 0;
    }

    private void countLate(long timestampMs) {
        for (int window = 0; window < windows; window++) {
            if (!clock.contains(window, timestampMs)) {
                lateEvents[window]++;
            }
        }
    }

    /**
     * Gives a subscriber its attributes; null takes them away. Returns whether the record is to be stored: of a
     * subscriber that is no row there is nothing to take away, and nothing changed.
     */
    public boolean apply(SubscriberRecord record, Profile profile) {
        int row = rowOfSubscriber.get(record.subscriberId());
        if (row == RowIndex.NO_ROW && profile == null) {
            return false;
        }
        record.profile(profile);
        record.turnTo(clock, layout);
        if (row == RowIndex.NO_ROW) {
            addRow(record);
        } else {
            columns.writeRow(row, record, encode(profile));
        }
        return true;
    }

    /**
     * Takes in a record that was stored before. First the time that was stored with the records, by {@link #advanceTo},
     * then all records, then anything else: without a time every window of the record would be past, and empty.
     */
    public void restore(SubscriberRecord record) {
        if (clock.nowMs() == WindowClock.NO_TIME && record.windowNumbers()[0] != WindowClock.NO_WINDOW) {
            throw new IllegalStateException("Subscriber " + record.subscriberId()
                    + " is restored before the clock, which would empty the record. Restore the clock first.");
        }
        if (record.schemaFingerprint() != schema.fingerprint()) {
            throw new IllegalStateException("The stored record of subscriber " + record.subscriberId()
                    + " is of another schema than the job's "
                    + schema.aggregates().size()
                    + " aggregates. Start the job with the option aim.matrix.aggregates that the savepoint was"
                    + " taken with.");
        }
        if (record.lastEventHour() == SubscriberRecord.UNKNOWN_HOUR) {
            // The latest that it can be, and never again so late: the caller stores the record as converted.
            record.lastEventHour(
                    clock.nowMs() == WindowClock.NO_TIME
                            ? SubscriberRecord.NO_EVENT
                            : SubscriberRecord.hourOf(clock.nowMs()));
        }
        record.turnTo(clock, layout);
        addRow(record);
    }

    private void addRow(SubscriberRecord record) {
        int row = columns.append(record.subscriberId());
        rowOfSubscriber.put(record.subscriberId(), row);
        columns.writeRow(row, record, encode(record.profile()));
    }

    /** A profile's codes, in an array that the next call reuses. */
    private int[] encode(Profile profile) {
        dimensionCodes.encode(profile, codes);
        return codes;
    }

    // ---- time

    /** Hears of a time: an event's, a watermark, or a turn that another partition saw first. */
    public void advanceTo(long timeMs) {
        if (!clock.wouldTurn(timeMs)) {
            clock.advance(timeMs);
            return;
        }
        if (pass != null) {
            columns.releaseCut();
        }
        clock.advance(timeMs);
        turns++;
        if (pass != null) {
            overtake();
        }
    }

    /** A pass that is overtaken by a turn begins again, once; then its queries are told so. */
    private void overtake() {
        if (pass.restarted()) {
            pass.fail(new QueryError(QueryError.Code.WINDOW_TURNED, "The windows turned during the scan. Ask again."));
            pass = null;
        } else {
            columns.holdCut();
            pass.restart(cut(), columns.cutRows());
        }
    }

    /** The newest event time heard of, or {@link WindowClock#NO_TIME}. */
    public long nowMs() {
        return clock.nowMs();
    }

    private Cut cut() {
        return new Cut(clock.nowMs(), IntStream.of(clock.numbers()).boxed().toList());
    }

    // ---- reading

    /** Queues a query for the next pass, or answers at once that it cannot run. */
    public void submit(ScanRequest request) {
        Pass.Waiting arrival = new Pass.Waiting(request, nanoClock.nanoTime());
        if (queriesInFlight() >= MAX_QUERIES_IN_FLIGHT) {
            reject(
                    arrival,
                    new QueryError(
                            QueryError.Code.OVERLOADED,
                            "More than " + MAX_QUERIES_IN_FLIGHT + " queries are in flight. Ask again later."));
            return;
        }
        for (String column : request.query().columns()) {
            if (!scanContext.columns().contains(column)) {
                reject(arrival, notKept(column));
                return;
            }
        }
        waiting.add(arrival);
    }

    private QueryError notKept(String column) {
        return new QueryError(
                QueryError.Code.COLUMN_NOT_KEPT,
                schema.contains(column)
                        ? "Column '" + column + "' is not kept for scans. Add it to aim.matrix.columns."
                        : "The schema has no column '" + column + "', which the query needs. Ask another query, or add"
                                + " the column to the schema.");
    }

    private void reject(Pass.Waiting arrival, QueryError error) {
        answers.accept(new PartialResult(arrival.request().request(), source, cut(), 0, 0, 0, null, error));
    }

    /** Answers a question about one subscriber at once; no pass is involved. */
    public PartialResult look(String request, Lookup lookup, SubscriberRecord recordOrNull) {
        if (recordOrNull != null) {
            recordOrNull.turnTo(clock, layout);
        }
        PartialResult.Source alone = new PartialResult.Source(source.partition(), 1, source.attempt());
        return new PartialResult(
                request, alone, cut(), recordOrNull == null ? 0 : 1, 0, 0, lookup.partial(recordOrNull), null);
    }

    /** Whether {@link #runSlice} has something to do. */
    public boolean hasWork() {
        return pass != null || !waiting.isEmpty();
    }

    /**
     * Goes on with the pass, or begins one for all queries that wait, for about as long as the budget says; at least
     * one query sees one block, or a part of it. Returns whether there is more to do.
     */
    public boolean runSlice(long budgetNanos) {
        if (pass == null && !waiting.isEmpty()) {
            columns.holdCut();
            pass = new Pass(source, answers, nanoClock, cut(), columns.cutRows());
            waiting.forEach(pass::add);
            waiting.clear();
            pass.open(scanContext);
        }
        if (pass != null && pass.runSlice(columns, budgetNanos)) {
            columns.releaseCut();
            pass.complete();
            pass = null;
        }
        return hasWork();
    }

    /**
     * To be asked after each update: whether a slice shall run before the next one, because as many rows wait for the pass
     * as should. A caller that leaves it at that gets the same answers, and takes more memory.
     */
    public boolean isSliceDue() {
        return columns.isFull();
    }

    /** Compares every cell with its record, whatever the pass is at. Returns how many differ: always none. */
    public long verify() {
        long differences = 0;
        for (int block = 0; block * Block.ROWS < columns.rows(); block++) {
            differences += countDifferences(
                    columns.block(block).subscriberIds(),
                    block * Block.ROWS,
                    0,
                    Math.min(Block.ROWS, columns.rows() - block * Block.ROWS));
        }
        return differences;
    }

    private long countDifferences(long[] subscriberIds, int firstRow, int from, int to) {
        long differences = 0;
        for (int i = from; i < to; i++) {
            SubscriberRecord record = records.apply(subscriberIds[i]);
            if (record == null || rowOfSubscriber.get(subscriberIds[i]) != firstRow + i) {
                differences++;
            } else {
                record.turnTo(clock, layout);
                differences += columns.differences(firstRow + i, record, encode(record.profile()));
            }
        }
        return differences;
    }

    // ---- figures

    public int rows() {
        return columns.rows();
    }

    /** The memory that columns take, as of the last pass or the last new block. */
    public long columnBytes() {
        return columns.bytes();
    }

    /** May be asked by another thread, which sees a number of late: hence one look at the pass. */
    public int queriesInFlight() {
        final Pass current = pass;
        return waiting.size() + (current == null ? 0 : current.size());
    }

    /** Events that were too late for a window, by its index in the schema. */
    public long lateEvents(int window) {
        return lateEvents[window];
    }

    /** How often a window turned, the first time of all included. */
    public long turns() {
        return turns;
    }

    private final class OpenContext implements ScanContext {
        private final ColumnSet columnSet;
        private final Kernels kernels;

        OpenContext(ColumnSet columnSet, Kernels kernels) {
            this.columnSet = columnSet;
            this.kernels = kernels;
        }

        @Override
        public ColumnSet columns() {
            return columnSet;
        }

        @Override
        public DimensionCodes dimensions() {
            return dimensionCodes;
        }

        @Override
        public Kernels kernels() {
            return kernels;
        }

        @Override
        public long countDifferences(Block block, int from, int to) {
            long[] ids = block.subscriberIds();
            return Partition.this.countDifferences(ids, rowOfSubscriber.get(ids[0]), from, to);
        }
    }
}
