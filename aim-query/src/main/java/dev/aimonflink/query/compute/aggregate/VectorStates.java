package dev.aimonflink.query.compute.aggregate;

import dev.aimonflink.matrix.kernel.Between;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.function.LongFunction;

/** The exact state of one aggregate, by group. Each function provides some of the values; asking for another fails. */
public abstract class VectorStates {
    /** Turns a number of a vector into the value that it stands for. */
    public interface Decoder extends LongFunction<Object> {}

    public long count(int group) {
        throw unknown("count");
    }

    /** The sum of the arguments, without the point. */
    public BigInteger sum(int group) {
        throw unknown("sum");
    }

    /** Without the point. */
    public BigInteger squares(int group) {
        throw unknown("squares");
    }

    public int scale() {
        throw unknown("scale");
    }

    /** The extreme, or the value of the chosen row, as {@link dev.aimonflink.sql.bind.Bound} represents it; null for none. */
    public Object value(int group) {
        throw unknown("value");
    }

    /** What the row was chosen by; null if none was. */
    public Object order(int group) {
        throw unknown("order");
    }

    /** The different arguments of all groups, in no order. */
    public void values(ValueReceiver receiver) {
        throw unknown("values");
    }

    @FunctionalInterface
    public interface ValueReceiver {
        void add(int group, Object value, long times);
    }

    /** How many different arguments all groups keep; 0 for functions that keep none. */
    public int values() {
        return 0;
    }

    public VectorStates extremes() {
        throw unknown("extremes");
    }

    /** What a loop that does several things at once can do for a call with int arguments. */
    public enum Share {
        /** The call needs a loop of its own. */
        NONE,
        /** The call needs only the counts that calls of the same rows share. */
        COUNT,
        /** The loop sums its arguments, see {@link #addSum}. */
        SUM,
        /** The loop finds the extreme of the rows of a range, see {@link #takeWhere}. */
        EXTREME
    }

    public Share share() {
        return Share.NONE;
    }

    public void addSum(int group, long sum) {
        throw unknown("sum");
    }

    public void takeWhere(Input input, Between range, long[] count, int rows) {
        throw unknown("extreme");
    }

    private IllegalStateException unknown(String what) {
        return new IllegalStateException(getClass().getSimpleName() + " have no " + what + ".");
    }

    public abstract void reserve(int groups);

    public abstract void take(Input input, GroupIds ids);

    public abstract void forget();

    /** The numbers with room for more groups, the new ones filled. */
    static long[] grown(long[] numbers, int groups, long filling) {
        if (groups <= numbers.length) {
            return numbers;
        }
        long[] grown = Arrays.copyOf(numbers, Math.max(groups, 2 * numbers.length));
        Arrays.fill(grown, numbers.length, grown.length, filling);
        return grown;
    }
}
