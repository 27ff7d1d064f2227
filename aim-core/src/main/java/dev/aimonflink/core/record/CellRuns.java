package dev.aimonflink.core.record;

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
 * So a record without events takes a few bytes, whatever its schema. Equal neighbours that are not empty are written one
 * by one, because the benchmark's copies stand for aggregates that differ.
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

    private CellRuns() {}

    private static void putRun(ByteWriter out, int kind, int length) {
        out.put((long) length << KIND_BITS | kind);
    }

    // ---- ints

    static void write(int[] cells, ByteWriter out) {
        // Each cell is in one run, of at least one cell, and may take one number more for its value.
        out.reserve(2 * cells.length);
        int zeros = 0;
        int extremes = 0;
        int at = 0;
        while (at < cells.length) {
            int cell = cells[at];
            int end = endOf(cells, at, cell);
            if (cell == 0 && (end - at > 1 || !isValue(cells, end))) {
                zeros = end - at;
                putRun(out, ZEROS, zeros);
            } else if (cell == Integer.MAX_VALUE) {
                int smallest = endOf(cells, end, Integer.MIN_VALUE) - end;
                if (smallest == end - at) {
                    extremes = smallest;
                    end += smallest;
                    putRun(out, EXTREMES, smallest);
                    int again = 0;
                    while (zeros > 0 && isEmptyWindow(cells, end, zeros, extremes)) {
                        end += zeros + 2 * extremes;
                        again++;
                    }
                    if (again > 0) {
                        putRun(out, AGAIN, again);
                    }
                } else {
                    putRun(out, LARGEST, end - at);
                }
            } else if (cell == Integer.MIN_VALUE) {
                putRun(out, SMALLEST, end - at);
            } else {
                end = endOfValues(cells, at);
                putRun(out, VALUES, end - at);
                out.putSigned(cells, at, end);
            }
            at = end;
        }
    }

    private static int endOf(int[] cells, int from, int value) {
        int end = from;
        while (end < cells.length && cells[end] == value) {
            end++;
        }
        return end;
    }

    private static boolean isValue(int[] cells, int at) {
        return at < cells.length && cells[at] != Integer.MAX_VALUE && cells[at] != Integer.MIN_VALUE;
    }

    /** One zero among values is a value: of an event that cost nothing, say. */
    private static int endOfValues(int[] cells, int from) {
        int end = from + 1;
        while (isValue(cells, end) && (cells[end] != 0 || (isValue(cells, end + 1) && cells[end + 1] != 0))) {
            end++;
        }
        return end;
    }

    private static boolean isEmptyWindow(int[] cells, int from, int zeros, int extremes) {
        int largest = from + zeros;
        int smallest = largest + extremes;
        return smallest + extremes <= cells.length
                && isAll(cells, from, largest, 0)
                && isAll(cells, largest, smallest, Integer.MAX_VALUE)
                && isAll(cells, smallest, smallest + extremes, Integer.MIN_VALUE);
    }

    private static boolean isAll(int[] cells, int from, int to, int value) {
        for (int i = from; i < to; i++) {
            if (cells[i] != value) {
                return false;
            }
        }
        return true;
    }

    static void read(int[] cells, ByteReader in) throws IOException {
        int zeros = 0;
        int extremes = 0;
        int at = 0;
        while (at < cells.length) {
            int run = in.getLength(Integer.MAX_VALUE);
            int length = run >>> KIND_BITS;
            int left = cells.length - at;
            switch (run & KIND_MASK) {
                case ZEROS -> {
                    zeros = length;
                    at += requireFits(length, left);
                }
                case EXTREMES -> {
                    extremes = length;
                    requireFits(2L * length, left);
                    at = fillExtremes(cells, at, length);
                }
                case LARGEST -> {
                    requireFits(length, left);
                    Arrays.fill(cells, at, at + length, Integer.MAX_VALUE);
                    at += length;
                }
                case SMALLEST -> {
                    requireFits(length, left);
                    Arrays.fill(cells, at, at + length, Integer.MIN_VALUE);
                    at += length;
                }
                case VALUES -> {
                    int end = at + requireFits(length, left);
                    while (at < end) {
                        cells[at++] = in.getSignedInt();
                    }
                }
                case AGAIN -> {
                    requireFits(length * (zeros + 2L * extremes), left);
                    for (int i = 0; i < length; i++) {
                        at = fillExtremes(cells, at + zeros, extremes);
                    }
                }
                default -> throw noSuchRun(run);
            }
        }
    }

    private static int fillExtremes(int[] cells, int at, int length) {
        Arrays.fill(cells, at, at + length, Integer.MAX_VALUE);
        Arrays.fill(cells, at + length, at + 2 * length, Integer.MIN_VALUE);
        return at + 2 * length;
    }

    private static int requireFits(long length, int left) throws IOException {
        if (length < 1 || length > left) {
            throw new IOException("A stored record is damaged: length=" + length + " is outside 1.." + left);
        }
        return (int) length;
    }

    private static IOException noSuchRun(int run) {
        return new IOException("A stored record is damaged: there is no run of kind " + (run & KIND_MASK));
    }

    // ---- longs, the same
    static void write(long[] cells, ByteWriter out) {
        // Each cell is in one run, of at least one cell, and may take one number more for its value.
        out.reserve(2 * cells.length);
        int zeros = 0;
        int extremes = 0;
        int at = 0;
        while (at < cells.length) {
            long cell = cells[at];
            int end = endOf(cells, at, cell);
            if (cell == 0 && (end - at > 1 || !isValue(cells, end))) {
                zeros = end - at;
                putRun(out, ZEROS, zeros);
            } else if (cell == Long.MAX_VALUE) {
                int smallest = endOf(cells, end, Long.MIN_VALUE) - end;
                if (smallest == end - at) {
                    extremes = smallest;
                    end += smallest;
                    putRun(out, EXTREMES, smallest);
                    int again = 0;
                    while (zeros > 0 && isEmptyWindow(cells, end, zeros, extremes)) {
                        end += zeros + 2 * extremes;
                        again++;
                    }
                    if (again > 0) {
                        putRun(out, AGAIN, again);
                    }
                } else {
                    putRun(out, LARGEST, end - at);
                }
            } else if (cell == Long.MIN_VALUE) {
                putRun(out, SMALLEST, end - at);
            } else {
                end = endOfValues(cells, at);
                putRun(out, VALUES, end - at);
                out.putSigned(cells, at, end);
            }
            at = end;
        }
    }

    private static int endOf(long[] cells, int from, long value) {
        int end = from;
        while (end < cells.length && cells[end] == value) {
            end++;
        }
        return end;
    }

    private static boolean isValue(long[] cells, int at) {
        return at < cells.length && cells[at] != Long.MAX_VALUE && cells[at] != Long.MIN_VALUE;
    }

    /** One zero among values is a value: of an event that cost nothing, say. */
    private static int endOfValues(long[] cells, int from) {
        int end = from + 1;
        while (isValue(cells, end) && (cells[end] != 0 || (isValue(cells, end + 1) && cells[end + 1] != 0))) {
            end++;
        }
        return end;
    }

    private static boolean isEmptyWindow(long[] cells, int from, int zeros, int extremes) {
        int largest = from + zeros;
        int smallest = largest + extremes;
        return smallest + extremes <= cells.length
                && isAll(cells, from, largest, 0)
                && isAll(cells, largest, smallest, Long.MAX_VALUE)
                && isAll(cells, smallest, smallest + extremes, Long.MIN_VALUE);
    }

    private static boolean isAll(long[] cells, int from, int to, long value) {
        for (int i = from; i < to; i++) {
            if (cells[i] != value) {
                return false;
            }
        }
        return true;
    }

    static void read(long[] cells, ByteReader in) throws IOException {
        int zeros = 0;
        int extremes = 0;
        int at = 0;
        while (at < cells.length) {
            int run = in.getLength(Integer.MAX_VALUE);
            int length = run >>> KIND_BITS;
            int left = cells.length - at;
            switch (run & KIND_MASK) {
                case ZEROS -> {
                    zeros = length;
                    at += requireFits(length, left);
                }
                case EXTREMES -> {
                    extremes = length;
                    requireFits(2L * length, left);
                    at = fillExtremes(cells, at, length);
                }
                case LARGEST -> {
                    requireFits(length, left);
                    Arrays.fill(cells, at, at + length, Long.MAX_VALUE);
                    at += length;
                }
                case SMALLEST -> {
                    requireFits(length, left);
                    Arrays.fill(cells, at, at + length, Long.MIN_VALUE);
                    at += length;
                }
                case VALUES -> {
                    int end = at + requireFits(length, left);
                    while (at < end) {
                        cells[at++] = in.getSigned();
                    }
                }
                case AGAIN -> {
                    requireFits(length * (zeros + 2L * extremes), left);
                    for (int i = 0; i < length; i++) {
                        at = fillExtremes(cells, at + zeros, extremes);
                    }
                }
                default -> throw noSuchRun(run);
            }
        }
    }

    private static int fillExtremes(long[] cells, int at, int length) {
        Arrays.fill(cells, at, at + length, Long.MAX_VALUE);
        Arrays.fill(cells, at + length, at + 2 * length, Long.MIN_VALUE);
        return at + 2 * length;
    }
}
