package dev.aimonflink.matrix.kernel;

/**
 * Finds the greatest value of a column among the rows with a code, and the lowest id with this value. {@code Integer.MIN_VALUE} stands for
 * no value.
 *
 * <p>A kernel finds the greatest value of a block; only blocks that can change the result are searched for the id.
 */
public final class HighestWhereEqual {
    private final Kernels kernels;
    private final int code;
    private int value = Integer.MIN_VALUE;
    private long id = Long.MAX_VALUE;

    public HighestWhereEqual(Kernels kernels, int code) {
        this.kernels = kernels;
        this.code = code;
    }

    public void add(int[] values, int[] codes, long[] ids, long lowestId, int rows) {
        final int max = kernels.maxWhereEqual(values, codes, code, 0, rows);
        final boolean wins = max > value;
        final boolean mayTie = max == value && lowestId < id;
        if (max != Integer.MIN_VALUE && (wins || mayTie)) {
            final long lowest = kernels.lowestIdWhereEqual(values, max, codes, code, ids, 0, rows);
            id = wins ? lowest : Math.min(id, lowest);
            value = max;
        }
    }

    public boolean isNone() {
        return value == Integer.MIN_VALUE;
    }

    public int value() {
        return value;
    }

    public long id() {
        return id;
    }
}
