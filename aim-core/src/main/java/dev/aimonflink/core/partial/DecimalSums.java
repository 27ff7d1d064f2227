package dev.aimonflink.core.partial;

import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * Counts, sums and, if it has moments, sums of squares of numbers that have no fixed number of digits, all exact. Doubles are numbers
 * too, so a sum of them does not depend on their order; those that are no numbers are only noted.
 */
public final class DecimalSums extends States {
    private final List<Sum> sums = new ArrayList<>();
    private final BitSet notANumber = new BitSet();
    private final BitSet infinite = new BitSet();
    private final BitSet negativeInfinite = new BitSet();

    private record Sum(long count, BigDecimal sum, BigDecimal squares) {
        static final Sum NOTHING = new Sum(0, BigDecimal.ZERO, BigDecimal.ZERO);

        Sum plus(Sum other) {
            return new Sum(count + other.count, sum.add(other.sum), squares.add(other.squares));
        }
    }

    DecimalSums(StateKind kind) {
        super(kind);
    }

    /** Without squares. */
    public static DecimalSums ofSums() {
        return new DecimalSums(StateKind.DECIMAL_SUM);
    }

    /** With squares. */
    public static DecimalSums ofMoments() {
        return new DecimalSums(StateKind.DECIMAL_MOMENTS);
    }

    private boolean hasSquares() {
        return kind() == StateKind.DECIMAL_MOMENTS;
    }

    /** Appends a row over no numbers. */
    public DecimalSums addRow() {
        sums.add(Sum.NOTHING);
        return this;
    }

    /**
     * Appends a row over some numbers.
     *
     * @param squares of no meaning without moments
     */
    public DecimalSums add(long count, BigDecimal sum, BigDecimal squares) {
        sums.add(Sum.NOTHING.plus(new Sum(count, sum, hasSquares() ? squares : BigDecimal.ZERO)));
        return this;
    }

    /** Takes a number into a row. */
    public DecimalSums addTo(int row, BigDecimal value) {
        sums.set(row, sums.get(row).plus(new Sum(1, value, hasSquares() ? value.multiply(value) : BigDecimal.ZERO)));
        return this;
    }

    /** Takes a double into a row, exactly as it is. */
    public DecimalSums addTo(int row, double value) {
        if (Double.isFinite(value)) {
            return addTo(row, new BigDecimal(value));
        }
        sums.set(row, sums.get(row).plus(new Sum(1, BigDecimal.ZERO, BigDecimal.ZERO)));
        (Double.isNaN(value) ? notANumber : value > 0 ? infinite : negativeInfinite).set(row);
        return this;
    }

    /** How many numbers there are, with those that are noted. */
    public long count(int row) {
        return sums.get(row).count;
    }

    /** The sum of the numbers, without those that are noted. Its digits behind the point are the most of any of them. */
    public BigDecimal sum(int row) {
        return sums.get(row).sum;
    }

    public BigDecimal squares(int row) {
        return sums.get(row).squares;
    }

    /** The sum as doubles have it if some are no numbers: an infinity or NaN. Null if all are. */
    public Double special(int row) {
        if (notANumber.get(row) || (infinite.get(row) && negativeInfinite.get(row))) {
            return Double.NaN;
        }
        if (infinite.get(row)) {
            return Double.POSITIVE_INFINITY;
        }
        return negativeInfinite.get(row) ? Double.NEGATIVE_INFINITY : null;
    }

    @Override
    public int rows() {
        return sums.size();
    }

    @Override
    States empty() {
        return new DecimalSums(kind());
    }

    @Override
    void append(States from, int row) {
        addRow();
        mergeIntoLast(from, row);
    }

    @Override
    void mergeIntoLast(States from, int row) {
        DecimalSums that = (DecimalSums) from;
        int last = rows() - 1;
        sums.set(last, sums.get(last).plus(that.sums.get(row)));
        notANumber.set(last, notANumber.get(last) || that.notANumber.get(row));
        infinite.set(last, infinite.get(last) || that.infinite.get(row));
        negativeInfinite.set(last, negativeInfinite.get(last) || that.negativeInfinite.get(row));
    }

    @Override
    void write(int row, PartialWriter out) {
        Sum sum = sums.get(row);
        out.number(sum.count);
        Values.writeDecimal(sum.sum, out);
        if (hasSquares()) {
            Values.writeDecimal(sum.squares, out);
        }
        out.flag(notANumber.get(row));
        out.flag(infinite.get(row));
        out.flag(negativeInfinite.get(row));
    }

    @Override
    void read(PartialReader in) throws IOException {
        int row = rows();
        sums.add(new Sum(
                in.number("count", 0, Long.MAX_VALUE),
                Values.readDecimal(in),
                hasSquares() ? Values.readDecimal(in) : BigDecimal.ZERO));
        notANumber.set(row, in.flag());
        infinite.set(row, in.flag());
        negativeInfinite.set(row, in.flag());
    }
}
