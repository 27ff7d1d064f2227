package dev.aimonflink.rules.judge;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;

/** What is remembered of the rules that have fired for one entity: sixteen bytes for each, as stored. */
public final class Firings {
    private static final byte VERSION = 1;

    /** When some begin, this fraction more room is made, because they come gradually. */
    private static final int SLACK = 8;

    private static final long LOW = 0xffff_ffffL;

    /** In the number of suppressed events: the alert of the level has not been resolved. */
    private static final long OPEN = 1L << 31;

    /**
     * Two for each rule, in rising order of {@link BoundRule#memory}: this number with, in the lower half, for how many events the rule was
     * silent; and when it fired.
     */
    private long[] cells = {};

    private int size;

    /** The topic of the rules: their numbers are offsets in it. */
    private final long topic;

    public Firings(long topic) {
        this.topic = topic;
    }

    long topic() {
        return topic;
    }

    public int size() {
        return size;
    }

    /** The place of a rule; negative if nothing is remembered of it. */
    int find(int rule) {
        int low = 0;
        int high = size - 1;
        while (low <= high) {
            final int middle = (low + high) >>> 1;
            if (rule(middle) == rule) {
                return middle;
            } else if (rule(middle) < rule) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return -1;
    }

    int rule(int place) {
        return (int) (cells[2 * place] >>> 32);
    }

    long firedMs(int place) {
        return cells[2 * place + 1];
    }

    /** For how many events it has been true and silent since. */
    int suppressed(int place) {
        return (int) (cells[2 * place] & (OPEN - 1));
    }

    void suppress(int place) {
        if (suppressed(place) < Integer.MAX_VALUE) {
            cells[2 * place]++;
        }
    }

    boolean isOpen(int place) {
        return (cells[2 * place] & OPEN) != 0;
    }

    boolean anyOpen() {
        long any = 0;
        for (int i = 0; i < 2 * size; i += 2) {
            any |= cells[i];
        }
        return (any & OPEN) != 0;
    }

    void resolve(int place) {
        cells[2 * place] &= ~OPEN;
    }

    void fired(int place, long timeMs, boolean opens) {
        cells[2 * place] = head(rule(place), opens);
        cells[2 * place + 1] = timeMs;
    }

    /** A rule as {@link #begin} takes it. */
    static long head(int rule, boolean opens) {
        return (long) rule << 32 | (opens ? OPEN : 0);
    }

    /**
     * Notes that some rules fire for the first time.
     *
     * @param heads in rising order
     */
    void begin(long[] heads, int count, long timeMs) {
        if (2 * (size + count) > cells.length) {
            cells = Arrays.copyOf(cells, 2 * (size + count + size / SLACK));
        }
        int left = size;
        for (int more = count; more > 0; more--) {
            final long head = heads[more - 1];
            final int end = left;
            while (left > 0 && cells[2 * left - 2] > head) {
                left--;
            }
            System.arraycopy(cells, 2 * left, cells, 2 * (left + more), 2 * (end - left));
            cells[2 * (left + more) - 2] = head;
            cells[2 * (left + more) - 1] = timeMs;
        }
        size += count;
    }

    void remove(int place) {
        System.arraycopy(cells, 2 * (place + 1), cells, 2 * place, 2 * (size - place - 1));
        size--;
    }

    public Firings copy() {
        Firings copy = new Firings(topic);
        copy.cells = Arrays.copyOf(cells, 2 * size);
        copy.size = size;
        return copy;
    }

    public void write(DataOutput out) throws IOException {
        out.writeByte(VERSION);
        out.writeLong(topic);
        out.writeInt(size);
        for (int place = 0; place < size; place++) {
            out.writeInt(rule(place));
            out.writeLong(firedMs(place));
            out.writeInt((int) cells[2 * place]);
        }
    }

    public static Firings read(DataInput in) throws IOException {
        byte version = in.readByte();
        if (version != VERSION) {
            throw new IOException("What has fired has version " + version + "; this release reads version " + VERSION
                    + ". Use the release that wrote it, or a newer one.");
        }
        Firings read = new Firings(in.readLong());
        read.size = in.readInt();
        read.cells = new long[2 * read.size];
        for (int place = 0; place < read.size; place++) {
            long rule = in.readInt();
            read.cells[2 * place + 1] = in.readLong();
            read.cells[2 * place] = rule << 32 | (in.readInt() & LOW);
        }
        return read;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Firings that
                && topic == that.topic
                && Arrays.equals(cells, 0, 2 * size, that.cells, 0, 2 * that.size);
    }

    @Override
    public int hashCode() {
        return size;
    }
}
