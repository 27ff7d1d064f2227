package dev.aimonflink.matrix.record;

import dev.aimonflink.matrix.layout.CellLayout;
import dev.aimonflink.matrix.layout.WindowClock;
import dev.aimonflink.matrix.model.Attributes;
import dev.aimonflink.matrix.model.DeclaredEvent;
import dev.aimonflink.matrix.model.EntityId;
import java.util.Arrays;

/**
 * All aggregates of one entity, laid out by {@link CellLayout}, and its attributes. Each window's aggregates carry the number of their
 * window. Those of a past window are cleared when the record next counts an event, so that a turn itself costs nothing.
 */
public final class EntityRecord {
    /** Until an event is accepted. */
    public static final long NO_EVENT = -1;

    private static final long HOUR_MS = 3_600_000;

    private final Long schemaFingerprint;
    private final int[] windowNumbers;
    private final int[] ints;
    private final long[] longs;

    /** The key itself, or the number that the partition gave to a text key. */
    private long id;

    /** Null if the key is a number. */
    private final String keyText;

    private long lastEventMs = NO_EVENT;
    private int mark;
    private Attributes attributes;

    /** Keeps the given arrays without a copy; for codecs. */
    public EntityRecord(
            EntityId key,
            Long schemaFingerprint,
            int[] windowNumbers,
            int[] ints,
            long[] longs,
            Attributes attributes) {
        this.id = key.number();
        this.keyText = key.text();
        this.schemaFingerprint = schemaFingerprint;
        this.windowNumbers = windowNumbers;
        this.ints = ints;
        this.longs = longs;
        this.attributes = attributes;
    }

    /** A record without events whose windows are all past. */
    public static EntityRecord empty(EntityId key, Long schemaFingerprint, CellLayout layout, int windows) {
        int[] numbers = new int[windows];
        Arrays.fill(numbers, WindowClock.NO_WINDOW);
        EntityRecord fresh = new EntityRecord(
                key,
                schemaFingerprint,
                numbers,
                new int[layout.intCount()],
                new long[layout.longCount()],
                Attributes.NONE);
        for (int window = 0; window < windows; window++) {
            layout.clear(window, fresh.ints, fresh.longs);
        }
        return fresh;
    }

    public EntityRecord copy() {
        EntityRecord copy = new EntityRecord(
                key(), schemaFingerprint, windowNumbers.clone(), ints.clone(), longs.clone(), attributes);
        copy.id = id;
        copy.lastEventMs = lastEventMs;
        copy.mark = mark;
        return copy;
    }

    public EntityId key() {
        return keyText == null ? EntityId.of(id) : EntityId.of(keyText);
    }

    String keyText() {
        return keyText;
    }

    public boolean isOf(DeclaredEvent event) {
        return keyText == null ? id == event.keyNumber() : keyText.equals(event.keyText());
    }

    /** The entity's number in its partition: a numeric key itself; a text gets one with its row. */
    public long id() {
        return id;
    }

    public void id(long ofRow) {
        id = ofRow;
    }

    public Long schemaFingerprint() {
        return schemaFingerprint;
    }

    public Attributes attributes() {
        return attributes;
    }

    public void attributes(Attributes changed) {
        attributes = changed;
    }

    /** The time of the newest accepted event, or {@link #NO_EVENT}. */
    public long lastEventMs() {
        return lastEventMs;
    }

    public void lastEventMs(long timeMs) {
        lastEventMs = timeMs;
    }

    /** The hour of that time, counted from the epoch; negative without an event. */
    public int lastEventHour() {
        return hourOf(lastEventMs);
    }

    /** What the {@link dev.aimonflink.matrix.row.UpdateHook} has noted of the entity; 0 if nothing. */
    public int mark() {
        return mark;
    }

    public void mark(int noted) {
        mark = noted;
    }

    /** Notes the time of an event that counts. */
    public void renew(long timestampMs) {
        lastEventMs = Math.max(lastEventMs, timestampMs);
    }

    /** The last instant of an hour. */
    public static long endOf(long hour) {
        return (hour + 1) * HOUR_MS - 1;
    }

    /** The hour of a time, counted from the epoch; it fits an int until the year 240,000. */
    public static int hourOf(long timeMs) {
        return (int) Math.floorDiv(timeMs, HOUR_MS);
    }

    /** The record's own array, for reading; so are {@link #ints()} and {@link #longs()}. */
    public int[] windowNumbers() {
        return windowNumbers;
    }

    public int[] ints() {
        return ints;
    }

    public long[] longs() {
        return longs;
    }

    /** Clears the aggregates of past windows and panes. */
    public void turnTo(WindowClock clock, CellLayout layout) {
        for (int window = 0; window < windowNumbers.length; window++) {
            if (windowNumbers[window] < clock.number(window)) {
                layout.turn(window, windowNumbers[window], clock.number(window), ints, longs);
                windowNumbers[window] = clock.number(window);
            }
        }
    }

    /** Clears the aggregates of windows later than the clock's, which has been put back. */
    public void clearLater(WindowClock clock, CellLayout layout) {
        for (int window = 0; window < windowNumbers.length; window++) {
            if (windowNumbers[window] > clock.number(window)) {
                layout.clear(window, ints, longs);
                windowNumbers[window] = WindowClock.NO_WINDOW;
            }
        }
    }

    public boolean isOf(WindowClock clock) {
        for (int window = 0; window < windowNumbers.length; window++) {
            if (windowNumbers[window] != clock.number(window)) {
                return false;
            }
        }
        return true;
    }

    /**
     * The record at the clock's time: itself, or a copy without other windows. A read does not change the stored record, because a wrong
     * clock would empty it.
     */
    public EntityRecord asOf(WindowClock clock, CellLayout layout) {
        if (isOf(clock)) {
            return this;
        }
        EntityRecord turned = copy();
        turned.turnTo(clock, layout);
        return turned;
    }

    /** Computes some sliding windows' values after the next turn, which were not needed until now. */
    public void renewNext(int[] windows, CellLayout layout) {
        renewNext(windows, layout.allFilters(), layout);
    }

    /** As above, for some filters, as a set of bits. */
    public void renewNext(int[] windows, long filters, CellLayout layout) {
        for (int window : windows) {
            layout.renewNext(window, filters, windowNumbers[window], ints, longs);
        }
    }

    /** The record itself, or a copy with some sliding windows' values after the next turn. */
    public EntityRecord withNext(int[] windows, CellLayout layout) {
        for (int window : windows) {
            if (layout.isNextStale(window, ints)) {
                EntityRecord renewed = copy();
                renewed.renewNext(windows, layout);
                return renewed;
            }
        }
        return this;
    }

    /** Copies a filter's present and next values in a sliding window, at the clock's time, to another record. */
    public void show(int window, int filter, WindowClock clock, CellLayout layout, EntityRecord shown) {
        layout.show(window, filter, windowNumbers[window], clock.number(window), ints, longs, shown.ints, shown.longs);
    }

    /** Copies the present values of all but the sliding windows, at the clock's time, to another record; past windows become empty. */
    public void showPresent(WindowClock clock, CellLayout layout, EntityRecord shown) {
        layout.copyPresent(ints, longs, shown.ints, shown.longs);
        for (int window = 0; window < windowNumbers.length; window++) {
            if (layout.panes(window) == null && windowNumbers[window] != clock.number(window)) {
                layout.clear(window, shown.ints, shown.longs);
            }
            shown.windowNumbers[window] = clock.number(window);
        }
    }

    /** Whether any aggregates are of a window later than the clock's, which has been put back since. */
    public boolean isAheadOf(WindowClock clock) {
        for (int window = 0; window < windowNumbers.length; window++) {
            if (windowNumbers[window] > clock.number(window)) {
                return true;
            }
        }
        return false;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof EntityRecord that
                && key().equals(that.key())
                && schemaFingerprint.equals(that.schemaFingerprint)
                && lastEventMs == that.lastEventMs
                && mark == that.mark
                && Arrays.equals(windowNumbers, that.windowNumbers)
                && Arrays.equals(ints, that.ints)
                && Arrays.equals(longs, that.longs)
                && attributes.equals(that.attributes);
    }

    @Override
    public int hashCode() {
        return key().hashCode();
    }

    @Override
    public String toString() {
        return "EntityRecord[key=" + key() + ", windows=" + Arrays.toString(windowNumbers) + ", lastEventMs="
                + lastEventMs + ", attributes=" + attributes + "]";
    }
}
