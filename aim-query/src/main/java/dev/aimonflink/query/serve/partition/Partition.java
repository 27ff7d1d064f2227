package dev.aimonflink.query.serve.partition;

import dev.aimonflink.matrix.kernel.Kernels;
import dev.aimonflink.matrix.layout.WindowClock;
import dev.aimonflink.matrix.model.Attributes;
import dev.aimonflink.matrix.model.DeclaredEvent;
import dev.aimonflink.matrix.model.EntityId;
import dev.aimonflink.matrix.names.AttributeColumns;
import dev.aimonflink.matrix.names.CodeHandle;
import dev.aimonflink.matrix.record.EntityRecord;
import dev.aimonflink.matrix.row.Cut;
import dev.aimonflink.matrix.row.Effect;
import dev.aimonflink.matrix.row.Forgetting;
import dev.aimonflink.matrix.row.LastEventTimes;
import dev.aimonflink.matrix.row.PartitionSettings;
import dev.aimonflink.matrix.row.Progress;
import dev.aimonflink.matrix.row.RowMoves;
import dev.aimonflink.matrix.row.RowRecords;
import dev.aimonflink.matrix.row.RowWriter;
import dev.aimonflink.matrix.row.Rows;
import dev.aimonflink.matrix.row.StoredRecords;
import dev.aimonflink.matrix.row.UpdateHook;
import dev.aimonflink.matrix.update.Overflow;
import dev.aimonflink.query.serve.mode.ScanMode;
import dev.aimonflink.query.serve.pass.Asker;
import dev.aimonflink.query.serve.pass.ColumnChoice;
import dev.aimonflink.query.serve.pass.Exports;
import dev.aimonflink.query.serve.pass.Part;
import dev.aimonflink.query.serve.pass.PartitionClocks;
import dev.aimonflink.query.serve.pass.PartitionContext;
import dev.aimonflink.query.serve.pass.Parts;
import dev.aimonflink.query.serve.pass.Pause;
import dev.aimonflink.query.serve.pass.QueryQueue;
import dev.aimonflink.query.serve.pass.ScanThread;
import dev.aimonflink.query.serve.pass.Scannable;
import dev.aimonflink.query.serve.pass.SliceTimer;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * One partition of the Analytics Matrix: applies events and profiles to records, keeps the columns, and answers queries by passes over
 * these.
 *
 * <p>The caller keeps the records and passes each one in with the update; {@code apply} changes it in place, and the caller stores it
 * unless the outcome says that nothing changed. The caller runs a pass in slices between updates. An update changes the record at once, and
 * the columns too, except in blocks that the running pass has not read yet, so that every query sees one cut.
 */
public final class Partition {
    private final Parts parts;
    private final Rows rows;
    private final Forgetting forgetting;
    private final RowWriter writer;
    private final PartitionContext context;
    private final QueryQueue queries;
    private final Pause pause;
    private final RecordPass recordPass;
    private final RowRecords rowRecords;
    private final Slices slices;
    private long turns;

    /**
     * @param records of the entities that have a row; verification reads them, the sweep removes some
     * @param answers takes each part as it becomes ready
     */
    public Partition(
            Part.Source source,
            PartitionSettings settings,
            StoredRecords records,
            PartitionClocks clocks,
            Consumer<Part> answers) {
        this(source, settings, records, clocks, answers, null);
    }

    /**
     * As above, with passes on another thread.
     *
     * @param beside runs them; null if {@link #runSlice} does
     */
    public Partition(
            Part.Source source,
            PartitionSettings settings,
            StoredRecords records,
            PartitionClocks clocks,
            Consumer<Part> answers,
            ScanThread beside) {
        rows = new Rows(settings);
        parts = new Parts(source, rows);
        forgetting = new Forgetting(rows, records, settings.limits().forgetAfterMs());
        writer = new RowWriter(rows, forgetting);
        rowRecords = new RowRecords(rows, records, forgetting);
        pause = new Pause(clocks);
        recordPass = new RecordPass(parts, rowRecords, pause, clocks, answers);
        context = new PartitionContext(settings, rows, source.partitions(), clocks.elapsed());
        queries = new QueryQueue(parts, forgetting, context, clocks, answers, beside);
        slices = new Slices(
                rows.columns(),
                forgetting,
                queries,
                new PaneRefill(rows, rows.columns(), rowRecords, pause),
                new ColumnFill(rows, rowRecords, queries, pause, context, clocks),
                recordPass,
                new SliceTimer(clocks));
    }

    // ---- writing

    /** A record for a new entity, which becomes a row with the first event or profile applied to it. */
    public EntityRecord newRecord(EntityId key) {
        return rows.newRecord(key);
    }

    public EntityRecord newRecord(long number) {
        return rows.newRecord(EntityId.of(number));
    }

    public int rowOf(DeclaredEvent event) {
        return rows.rowOf(rows.idOf(event));
    }

    /** The row of an entity, negative if it has none; valid until a row is removed. */
    public int rowOf(EntityId key) {
        return rows.rowOf(rows.idOf(key));
    }

    /**
     * Counts an event of the record's entity in which nothing is {@linkplain dev.aimonflink.matrix.model.EventFaults wrong}.
     *
     * @throws dev.aimonflink.matrix.model.FilterFailure if a filter of the model fails; then only the clock has advanced
     */
    public Effect apply(EntityRecord record, DeclaredEvent event) {
        advanceTo(event.clockMs());
        return writer.apply(record, event);
    }

    /** Calls the hook for each counted event from now on; null removes it. */
    public void hook(UpdateHook seesUpdates) {
        writer.hook(seesUpdates);
    }

    /** Finds the first column that an event overflows; call right after {@link #apply} returned {@link Effect#OVERFLOW} for the two. */
    public Overflow overflow(EntityRecord record, DeclaredEvent event) {
        return writer.overflow(record, event);
    }

    /**
     * Reads what an event will change in its record, without changing anything. A caller that does so for several events before it applies
     * them, after asking for their {@linkplain #rowOf(DeclaredEvent) rows}, waits for memory once instead of once an event. The result
     * depends on what was read, so that the compiler cannot drop the reads.
     */
    public long touch(EntityRecord record, DeclaredEvent event) {
        return writer.touch(record, event);
    }

    /**
     * Sets the attributes of an entity; empty ones clear them.
     *
     * @throws dev.aimonflink.matrix.names.TooManyTextsException if an attribute has too many different texts; nothing changed
     */
    public Effect apply(EntityRecord record, Attributes attributes) {
        return writer.apply(record, attributes);
    }

    /** Removes the row of an entity whose record the caller has removed. A running pass still reads it. */
    public void forget(EntityId key) {
        forgetting.erase(rows.idOf(key));
    }

    /**
     * The caller first restores the stored time by {@link #advanceTo}, then all records, before any other call: without a time every window
     * of the record would be past, and empty.
     *
     * @return whether the record was ahead of the time and has lost its later windows. The caller must store it again, or these windows
     *     would count again when their time comes.
     */
    public boolean restore(EntityRecord record) {
        return writer.restore(record);
    }

    // ---- time

    /** Advances the clock to the time of an event, a watermark, or a turn reported by another partition. */
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
        rows.columns().turned();
        queries.turned(turned);
    }

    /** The newest time seen, or {@link WindowClock#NO_TIME}. */
    public long nowMs() {
        return rows.clock().nowMs();
    }

    /** The position of this partition in each Kafka partition of the events topic, independent of the clock. */
    public Progress progress() {
        return rows.progress();
    }

    /** The event time of an answer given now: that of the Kafka partition furthest behind, see {@link Cut}. */
    public long oldestMs() {
        return rows.progress().oldestMs(nowMs());
    }

    // ---- reading

    /** Queues a query for the next pass, or answers at once that it cannot run. */
    public void submit(Asker asker, Scannable query) {
        queries.submit(asker, query);
    }

    /** Asks a question about all records, which runs beside the passes in a small share of the time. */
    public void submit(Asker asker, RecordQuestion question) {
        recordPass.submit(asker, question);
    }

    /** Ends a client's requests with that id that wait, scan, or look at records; returns their number. */
    public int cancel(String clientId, String requestId) {
        return queries.cancel(clientId, requestId) + recordPass.cancel(clientId, requestId);
    }

    /** Makes the parts of answers that scan nothing. */
    public Parts parts() {
        return parts;
    }

    /** Pauses work that reads many records, unless queries wait for it: during a snapshot, a state backend may copy each record that is read. */
    public Pause pause() {
        return pause;
    }

    /** The stored record of a row, as of when it was stored; or null. */
    public EntityRecord storedAt(int row) {
        return rowRecords.keptOf(row);
    }

    /** A stored record brought to the present: itself, or a copy in the current windows. */
    public EntityRecord present(EntityRecord stored) {
        return stored.asOf(rows.clock(), rows.schema().layout());
    }

    /** One more than the last row; some rows may be empty. */
    public int rowsEnd() {
        return rows.size();
    }

    /** Calls this for each removed row from now on. */
    public void seenBy(RowMoves seesRemovals) {
        rows.seenBy(seesRemovals);
    }

    /** {@link Rows#keepLastEvents}. */
    public LastEventTimes keepLastEvents() {
        return rows.keepLastEvents();
    }

    /** {@link Rows#presentMs}. */
    public long presentMs(long wallMs) {
        return rows.presentMs(wallMs);
    }

    /** The queries that wait for a pass or are in one: to end them, ask their second rounds, and inspect them. */
    public QueryQueue queries() {
        return queries;
    }

    /** Keeps the columns that were kept before a restart; called before there are rows. */
    public void restoreColumns(Map<String, ColumnChoice.Why> kept) {
        columns().restore(kept);
        rows.columnsChanged();
    }

    /** What is copied for an export. */
    public Exports exports() {
        return context.exports();
    }

    /** Which columns are kept, and why. */
    public ColumnChoice columns() {
        return queries.columns();
    }

    /** Whether {@link #runSlice} has something to do: queries, a refill, a verification, or rows to remove. */
    public boolean hasWork() {
        return slices.hasWork();
    }

    /**
     * Continues or begins the pass, and the refill and verification, for about the budget but at least one step, such as showing one block
     * to one query. The budget is the thread's CPU time. Returns whether there is more to do.
     */
    public boolean runSlice(long budgetNanos) {
        return slices.run(budgetNanos);
    }

    /**
     * Makes room for the rows that the next updates change; call after each update. Returns false if the limit of rows that wait for the
     * pass is reached; the caller should then run a slice before the next update. Otherwise answers stay the same, but memory grows.
     */
    public boolean makeRoom() {
        final boolean hasRoom = rows.columns().makeRoom() && !forgetting.isFull();
        if (!hasRoom) {
            queries.endHold();
            queries.endIfTooMuchWaits();
        }
        return hasRoom;
    }

    /** Compares every cell with its record, even during a pass on this thread. Returns how many differ: 0 unless there is a defect. */
    public long verify() {
        return recordPass.verify();
    }

    // ---- figures

    /** Reserves the room of {@code entities} for something else. */
    public void leaveRoomFor(int entities) {
        rows.leaveRoomFor(entities);
    }

    public int rows() {
        return rows.size() - forgetting.vacatedRows();
    }

    public long forgotten() {
        return forgetting.forgotten();
    }

    /** The attributes some of whose texts got no code, see {@link AttributeColumns#lacksTexts}. */
    public List<String> attributesLackingTexts() {
        return rows.attributes().columns().stream()
                .filter(column -> !column.isOfTable() && rows.attributes().lacksTexts(column))
                .map(CodeHandle::name)
                .toList();
    }

    /** The memory of the columns, as of the last pass or new block. */
    public long columnBytes() {
        return rows.columns().bytes();
    }

    /** The memory of a full delta; {@link ScanMode#S2} has two. */
    public long fullDeltaBytes() {
        return rows.columns().fullDeltaBytes();
    }

    /** The kernels that scans use: the given ones, or scalar ones after those failed. */
    public Kernels kernels() {
        return context.kernels();
    }

    /** The number of events too late for a window, by its index in the schema. */
    public long lateEvents(int window) {
        return writer.lateEvents(window);
    }

    /** The number of window turns, including the first. */
    public long turns() {
        return turns;
    }
}
