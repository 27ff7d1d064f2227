package dev.aimonflink.query.rule;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;

/** What is remembered of the rules that have fired for one entity: sixteen bytes for each. */
public final class Firings {
    /** In the number of suppressed events: the alert of the level has not been resolved. */
    private static final int OPEN = 1 << 31;

    private static final byte VERSION = 1;

    /** In rising order, see {@link BoundRule#memory}. */
    private int[] rules = new int[1];

    private long[] firedMs = new long[1];
    private int[] suppressed = new int[1];
    private int size;

    /** In which the rules were: their numbers are those of its records. */
    private final long topic;

    public Firings(long topic) {
        this.topic = topic;
    }

    long topic() {
        return topic;
    }

    int size() {
        return size;
    }

    int rule(int place) {
        return rules[place];
    }

    int find(int rule) {
        return Arrays.binarySearch(rules, 0, size, rule);
    }

    /** When the rule fired last. */
    long firedMs(int place) {
        return firedMs[place];
    }

    /** For how many events it has been true and silent since. */
    int suppressed(int place) {
        return suppressed[place] & ~OPEN;
    }

    void suppress(int place) {
        if (suppressed(place) < Integer.MAX_VALUE) {
            suppressed[place]++;
        }
    }

    boolean isOpen(int place) {
        return (suppressed[place] & OPEN) != 0;
    }

    void resolve(int place) {
        suppressed[place] &= ~OPEN;
    }

    /** Notes that a rule fires again. */
    void fired(int place, long timeMs, boolean opens) {
        firedMs[place] = timeMs;
        suppressed[place] = opens ? OPEN : 0;
    }

    /** Notes that a rule fires for the first time. */
    void begin(int rule, long timeMs, boolean opens) {
        final int place = -find(rule) - 1;
        reserve(1);
        move(place, place + 1, size - place);
        size++;
        rules[place] = rule;
        fired(place, timeMs, opens);
    }

    /** Makes room for more rules. */
    void reserve(int more) {
        final int capacity = size + more;
        if (capacity > rules.length) {
            rules = Arrays.copyOf(rules, capacity);
            firedMs = Arrays.copyOf(firedMs, capacity);
            suppressed = Arrays.copyOf(suppressed, capacity);
        }
    }

    /** Forgets a rule. */
    void remove(int place) {
        move(place + 1, place, size - place - 1);
        size--;
    }

    private void move(int from, int to, int count) {
        System.arraycopy(rules, from, rules, to, count);
        System.arraycopy(firedMs, from, firedMs, to, count);
        System.arraycopy(suppressed, from, suppressed, to, count);
    }

    public Firings copy() {
        Firings copy = new Firings(topic);
        copy.rules = Arrays.copyOf(rules, Math.max(1, size));
        copy.firedMs = Arrays.copyOf(firedMs, Math.max(1, size));
        copy.suppressed = Arrays.copyOf(suppressed, Math.max(1, size));
        copy.size = size;
        return copy;
    }

    public void write(DataOutput out) throws IOException {
        out.writeByte(VERSION);
        out.writeLong(topic);
        out.writeInt(size);
        for (int place = 0; place < size; place++) {
            out.writeInt(rules[place]);
            out.writeLong(firedMs[place]);
            out.writeInt(suppressed[place]);
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
        read.rules = new int[Math.max(1, read.size)];
        read.firedMs = new long[read.rules.length];
        read.suppressed = new int[read.rules.length];
        for (int place = 0; place < read.size; place++) {
            read.rules[place] = in.readInt();
            read.firedMs[place] = in.readLong();
            read.suppressed[place] = in.readInt();
        }
        return read;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Firings that
                && topic == that.topic
                && size == that.size
                && Arrays.equals(rules, 0, size, that.rules, 0, size)
                && Arrays.equals(firedMs, 0, size, that.firedMs, 0, size)
                && Arrays.equals(suppressed, 0, size, that.suppressed, 0, size);
    }

    @Override
    public int hashCode() {
        return size;
    }
}
