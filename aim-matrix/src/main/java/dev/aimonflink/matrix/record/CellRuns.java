package dev.aimonflink.matrix.record;

import dev.aimonflink.matrix.bytes.ByteReader;
import dev.aimonflink.matrix.bytes.ByteWriter;
import java.io.IOException;
import java.util.Arrays;

/**
 * Encodes cells as runs of empty cells and runs of values. A run is a number, its length times eight plus its kind:
 *
 * <pre>
 * ZEROS     n   n cells of 0: counts and totals over no events
 * EXTREMES  n   n cells of the largest value, then n of the smallest: minima and maxima over no events
 * LARGEST   n   n cells of the largest value alone
 * SMALLEST  n   n cells of the smallest value alone
 * VALUES    n   n cells, whose values follow
 * AGAIN     n   the last ZEROS and the last EXTREMES, n times more: the next windows are empty too
 * </pre>
 *
 * So a record without events takes a few bytes in any schema. Equal non-empty neighbours are written one by one, because the benchmark's
 * copies stand for aggregates that differ.
 */
final class CellRuns {
    private static final int KIND_BITS = 3;
    private static final int KIND_MASK = (1 << KIND_BITS) - 1;

    private static final int ZEROS = 0;
    private static final int EXTREMES = 1;
    private static final int LARGEST = 2;
    private static final int SMALLEST = 3;
    private static final int VALUES = 4;
    private static final int AGAIN = 5;

    /** Null if they have 64 bits. */
    private final int[] ints;

    /** Null if they have 32 bits. */
    private final long[] longs;

    private final int count;
    private final long smallest;
    private final long largest;

    CellRuns(int[] cells) {
        ints = cells;
        longs = null;
        count = cells.length;
        smallest = Integer.MIN_VALUE;
        largest = Integer.MAX_VALUE;
    }

    CellRuns(long[] cells) {
        ints = null;
        longs = cells;
        count = cells.length;
        smallest = Long.MIN_VALUE;
        largest = Long.MAX_VALUE;
    }

    private long cell(int at) {
        return ints != null ? ints[at] : longs[at];
    }

    // ---- writing

    void write(ByteWriter out) {
        // Each cell is in one run, of at least one cell, and may take one number more for its value.
        out.reserve(2 * count);
        int zeros = 0;
        int extremes = 0;
        int at = 0;
        while (at < count) {
            final long cell = cell(at);
            int end = endOf(at, cell);
            if (cell == 0 && (end - at > 1 || !isValue(end))) {
                zeros = end - at;
                putRun(out, ZEROS, zeros);
            } else if (cell == largest) {
                final int lengthOfSmallest = endOf(end, smallest) - end;
                if (lengthOfSmallest == end - at) {
                    extremes = lengthOfSmallest;
                    end += extremes;
                    putRun(out, EXTREMES, extremes);
                    int again = 0;
                    while (zeros > 0 && isEmptyWindow(end, zeros, extremes)) {
                        end += zeros + 2 * extremes;
                        again++;
                    }
                    if (again > 0) {
                        putRun(out, AGAIN, again);
                    }
                } else {
                    putRun(out, LARGEST, end - at);
                }
            } else if (cell == smallest) {
                putRun(out, SMALLEST, end - at);
            } else {
                end = endOfValues(at);
                putRun(out, VALUES, end - at);
                putValues(at, end, out);
            }
            at = end;
        }
    }

    private static void putRun(ByteWriter out, int kind, int length) {
        out.put((long) length << KIND_BITS | kind);
    }

    private void putValues(int from, int to, ByteWriter out) {
        if (ints != null) {
            out.putSigned(ints, from, to);
        } else {
            out.putSigned(longs, from, to);
        }
    }

    private int endOf(int from, long value) {
        int end = from;
        while (end < count && cell(end) == value) {
            end++;
        }
        return end;
    }

    private boolean isValue(int at) {
        return at < count && cell(at) != largest && cell(at) != smallest;
    }

    /** A single zero among values counts as a value, such as of an event that cost nothing. */
    private int endOfValues(int from) {
        int end = from + 1;
        while (isValue(end) && (cell(end) != 0 || (isValue(end + 1) && cell(end + 1) != 0))) {
            end++;
        }
        return end;
    }

    private boolean isEmptyWindow(int from, int zeros, int extremes) {
        final int firstLargest = from + zeros;
        final int firstSmallest = firstLargest + extremes;
        return firstSmallest + extremes <= count
                && isAll(from, firstLargest, 0)
                && isAll(firstLargest, firstSmallest, largest)
                && isAll(firstSmallest, firstSmallest + extremes, smallest);
    }

    private boolean isAll(int from, int to, long value) {
        for (int i = from; i < to; i++) {
            if (cell(i) != value) {
                return false;
            }
        }
        return true;
    }

    // ---- reading

    void read(ByteReader in) throws IOException {
        int zeros = 0;
        int extremes = 0;
        int at = 0;
        while (at < count) {
            final int run = in.getLength(Integer.MAX_VALUE);
            final int length = run >>> KIND_BITS;
            final int left = count - at;
            switch (run & KIND_MASK) {
                case ZEROS -> {
                    zeros = requireFits(length, left);
                    at = fill(at, zeros, 0);
                }
                case EXTREMES -> {
                    requireFits(2L * length, left);
                    extremes = length;
                    at = fillExtremes(at, extremes);
                }
                case LARGEST -> at = fill(at, requireFits(length, left), largest);
                case SMALLEST -> at = fill(at, requireFits(length, left), smallest);
                case VALUES -> {
                    final int end = at + requireFits(length, left);
                    while (at < end) {
                        readValue(at++, in);
                    }
                }
                case AGAIN -> {
                    requireFits(length * (zeros + 2L * extremes), left);
                    for (int i = 0; i < length; i++) {
                        at = fillExtremes(fill(at, zeros, 0), extremes);
                    }
                }
                default ->
                    throw new IOException("A stored record is damaged: there is no run of kind " + (run & KIND_MASK));
            }
        }
    }

    private void readValue(int at, ByteReader in) throws IOException {
        if (ints != null) {
            ints[at] = in.getSignedInt();
        } else {
            longs[at] = in.getSigned();
        }
    }

    private int fillExtremes(int at, int length) {
        return fill(fill(at, length, largest), length, smallest);
    }

    /** Returns where the run ends. */
    private int fill(int at, int length, long value) {
        if (ints != null) {
            Arrays.fill(ints, at, at + length, (int) value);
        } else {
            Arrays.fill(longs, at, at + length, value);
        }
        return at + length;
    }

    private static int requireFits(long length, int left) throws IOException {
        if (length < 1 || length > left) {
            throw new IOException("A stored record is damaged: length=" + length + " is outside 1.." + left);
        }
        return (int) length;
    }
}
