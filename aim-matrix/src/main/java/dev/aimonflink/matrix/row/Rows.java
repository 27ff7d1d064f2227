package dev.aimonflink.matrix.row;

import dev.aimonflink.matrix.column.ColumnSet;
import dev.aimonflink.matrix.column.Columns;
import dev.aimonflink.matrix.layout.MatrixSchema;
import dev.aimonflink.matrix.layout.WindowClock;
import dev.aimonflink.matrix.model.Attributes;
import dev.aimonflink.matrix.model.DeclaredEvent;
import dev.aimonflink.matrix.model.EntityId;
import dev.aimonflink.matrix.names.AttributeCells;
import dev.aimonflink.matrix.names.AttributeColumns;
import dev.aimonflink.matrix.record.EntityRecord;
import java.time.ZoneId;
import java.util.List;
import java.util.stream.IntStream;

/** The rows of a partition: the index of entities, the columns, and the clock of their windows. */
public final class Rows {
    /** No row has this id. */
    private static final long NO_ID = Long.MIN_VALUE;

    private static final long ALL_FILTERS = -1;

    /** For a row with a profile: later than every hour. */
    private static final int NO_AGE = Integer.MAX_VALUE;

    private final MatrixSchema schema;
    private final ZoneId zone;
    private final WindowClock clock;
    private final Columns columns;
    private final Progress progress = new Progress();
    private final RowIndex rowOfEntity = new RowIndex();

    /** Null if keys are numbers, which are ids themselves. */
    private final TextIds textIds;

    /** One object for all records. */
    private final Long fingerprint;

    /** The columns to which events are written. */
    private ColumnSet written;

    /** The sliding windows that have such columns. */
    private int[] slidingWindows;

    /** As a set of bits. */
    private long nextWindows;

    /** The values of a record that is behind the clock, at its time. */
    private final EntityRecord shown;

    private final AttributeColumns attributes;
    private final AttributeCells cells;
    private final int maxRows;
    private int leftRoom;

    /** The hour of the last event of each row without a profile; null unless idle entities are forgotten. */
    private final RowInts ages;

    /** Null until somebody asks. */
    private LastEventTimes lastEvents;

    private RowMoves moves = RowMoves.UNSEEN;

    public Rows(PartitionSettings settings) {
        schema = settings.columns().schema();
        textIds = schema.model().event().key().isText() ? new TextIds() : null;
        fingerprint = schema.fingerprint();
        zone = settings.zone();
        clock = newClock();
        attributes = new AttributeColumns(schema.model().entity(), settings.tables());
        cells = attributes.newCells();
        columns = new Columns(settings.columns(), cells.codes().length, attributes.numbers(), clock);
        columnsChanged();
        maxRows = settings.limits().maxRows();
        ages = settings.limits().forgets() ? new RowInts() : null;
        shown = newRecord(EntityId.of(0));
    }

    public MatrixSchema schema() {
        return schema;
    }

    public WindowClock clock() {
        return clock;
    }

    /** A clock of the same windows without a time. */
    WindowClock newClock() {
        return new WindowClock(schema.windows(), zone);
    }

    public Progress progress() {
        return progress;
    }

    public Columns columns() {
        return columns;
    }

    int[] slidingWindows() {
        return slidingWindows;
    }

    /** The sliding windows as a set of bits. */
    public long nextWindows() {
        return nextWindows;
    }

    /** Notes that other columns are kept, or on their way. */
    public void columnsChanged() {
        written = columns.written();
        slidingWindows = written.slidingWindows();
        nextWindows =
                IntStream.of(slidingWindows).mapToLong(window -> 1L << window).reduce(0, (a, b) -> a | b);
    }

    public AttributeColumns attributes() {
        return attributes;
    }

    public int size() {
        return columns.rows();
    }

    /** Reserves the room of {@code entities} for something else. */
    public void leaveRoomFor(int entities) {
        leftRoom = entities;
    }

    /** Whether there is no room for one more entity; restored rows may exceed the limit. */
    public boolean isFull() {
        return size() + leftRoom >= maxRows;
    }

    /** A record without events whose windows are all past. */
    public EntityRecord newRecord(EntityId key) {
        return EntityRecord.empty(
                key, fingerprint, schema.layout(), schema.windows().size());
    }

    // ---- keys

    /** The id of an event's entity; {@link #NO_ID} for a text that has none. */
    public long idOf(DeclaredEvent event) {
        return textIds == null ? event.keyNumber() : idOf(event.keyText());
    }

    public long idOf(EntityId key) {
        return textIds == null ? key.number() : idOf(key.text());
    }

    private long idOf(String text) {
        final int id = textIds.find(text);
        return id == TextIds.NO_ID ? NO_ID : id;
    }

    public EntityId keyOf(long id) {
        return textIds == null ? EntityId.of(id) : EntityId.of(textIds.text(id));
    }

    // ---- rows

    /** @throws dev.aimonflink.matrix.names.TooManyTextsException if some cannot get codes */
    public void requireRoomFor(Attributes values) {
        attributes.requireRoom(values);
    }

    /** The newest event time; once all events are in, the given wall-clock time if that is later. */
    public long presentMs(long wallMs) {
        return progress.isAtEnds() ? Math.max(wallMs, clock.nowMs()) : clock.nowMs();
    }

    public Cut cut() {
        List<Integer> windowNumbers = IntStream.of(clock.numbers()).boxed().toList();
        final long newestMs = clock.nowMs();
        return new Cut(progress.oldestMs(newestMs), newestMs, windowNumbers, null, progress.lost(), progress.applied());
    }

    public Cut cut(boolean withPlaces) {
        return withPlaces ? cut().with(progress.places()) : cut();
    }

    /** The row of an entity, or {@link RowIndex#NO_ROW}. */
    public int rowOf(long id) {
        return rowOfEntity.get(id);
    }

    public void add(EntityRecord record) {
        if (textIds != null) {
            record.id(textIds.add(record.key().text()));
        }
        int row = columns.append(record.id());
        rowOfEntity.put(record.id(), row);
        write(row, record);
    }

    /** Removes a row while no cut is held; the last row moves to its place. */
    void remove(int row) {
        final int last = size() - 1;
        final long id = columns.idOf(row);
        assert rowOf(id) == row : "the index has the row of each entity";
        rowOfEntity.remove(id);
        if (textIds != null) {
            textIds.remove(id);
        }
        if (row != last) {
            rowOfEntity.put(columns.idOf(last), row);
        }
        columns.remove(row);
        if (ages != null) {
            ages.remove(row, last);
        }
        if (lastEvents != null) {
            lastEvents.remove(row, last);
        }
        moves.removed(row, last);
    }

    void empty(int row, EntityRecord fresh) {
        write(row, fresh);
        moves.emptied(row);
    }

    public void seenBy(RowMoves seesRemovals) {
        moves = seesRemovals;
    }

    /** Whether a row without a profile had its last event before an hour. */
    boolean isOlder(int row, int hour) {
        return ages.get(row) < hour;
    }

    private void writeAge(int row, EntityRecord record) {
        if (ages != null) {
            ages.set(row, record.attributes().isEmpty() ? record.lastEventHour() : NO_AGE);
        }
        if (lastEvents != null) {
            lastEvents.set(row, record);
        }
    }

    // ---- last events

    /** From now on, keeps when entities had their last events, as records reveal it over time. */
    public LastEventTimes keepLastEvents() {
        lastEvents = lastEvents == null ? new LastEventTimes() : lastEvents;
        return lastEvents;
    }

    public void readLastEvent(int row, EntityRecord record) {
        lastEvents.set(row, record);
    }

    /** Copies all cells of a row from its record, as of the clock. */
    public void write(int row, EntityRecord record) {
        writeAge(row, record);
        final EntityRecord present = present(record, ALL_FILTERS);
        present.renewNext(slidingWindows, schema.layout());
        columns.writeRow(row, present, cells(record.attributes()));
    }

    /** Copies the cells that change with an event for which some filters hold, as of the clock. */
    public void writeAggregates(int row, EntityRecord record, long filters) {
        writeAge(row, record);
        if (record.isOf(clock)) {
            columns.writeAggregates(row, record, filters);
        } else if (slidesBehind(record)) {
            // A row that waits for the pass does so with all its cells.
            columns.writeAggregates(row, present(record, columns.isToBeRead(row) ? ALL_FILTERS : filters), filters);
        } else {
            columns.writePresentWindows(row, record);
        }
    }

    /** Whether a sliding window with columns is not the clock's, so that these differ from the record. */
    private boolean slidesBehind(EntityRecord record) {
        for (int window : slidingWindows) {
            if (record.windowNumbers()[window] != clock.number(window)) {
                return true;
            }
        }
        return false;
    }

    /** The record, or if it is behind the clock, what columns have of some filters at the clock's time, in an object that the next call reuses. */
    private EntityRecord present(EntityRecord record, long filters) {
        if (record.isOf(clock)) {
            return record;
        }
        record.showPresent(clock, schema.layout(), shown);
        for (int window : slidingWindows) {
            for (int filter : written.filtersOfWindow(window)) {
                if ((filters >> filter & 1) != 0) {
                    record.show(window, filter, clock, schema.layout(), shown);
                }
            }
        }
        return shown;
    }

    public int differences(int row, EntityRecord record) {
        return columns.differences(row, record, cells(record.attributes()));
    }

    /** In an object that the next call reuses. */
    private AttributeCells cells(Attributes values) {
        attributes.fill(values, cells);
        return cells;
    }
}
