package dev.aimonflink.query.compute.aggregate;

import dev.aimonflink.matrix.kernel.Between;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.function.LongFunction;

/** The exact state of one aggregate, by group. Each function has some of the values; asking for another fails. */
public abstract class VectorStates {
    /** Turns a number of a vector into the value that it stands for. */
    public interface Decoder extends LongFunction<Object> {}

    /** How many rows a group took. */
    public long count(int group) {
        throw unknown("count");
    }

    /** The sum of the arguments, without the point. */
    public BigInteger sum(int group) {
        throw unknown("sum");
    }

    /** The sum of the squares of the arguments, without the point. */
    public BigInteger squares(int group) {
        throw unknown("squares");
    }

    /** How many digits of the arguments are behind the point. */
    public int scale() {
        throw unknown("scale");
    }

    /** The extreme, or the value in the row that was chosen, as {@link dev.aimonflink.sql.bind.Bound} represents it; null for none. */
    public Object value(int group) {
        throw unknown("value");
    }

    /** By what the row was chosen; null if no row was. */
    public Object order(int group) {
        throw unknown("order");
    }

    /** The different arguments of all groups, in no order. */
    public void values(ValueReceiver receiver) {
        throw unknown("values");
    }

    /** Receives each different argument of a group, and how often it occurs. */
    @FunctionalInterface
    public interface ValueReceiver {
        void add(int group, Object value, long times);
    }

    /** How many different arguments all groups have; 0 of functions that do not keep them. */
    public int values() {
        return 0;
    }

    /** The extremes by which rows are chosen. */
    public VectorStates extremes() {
        throw unknown("extremes");
    }

    /** What a loop that does several things at once can do for a call whose arguments are ints. */
    public enum Share {
        /** The call needs a loop of its own. */
        NONE,
        /** The call needs no more than the counts that calls of the same rows share. */
        COUNT,
        /** To add them up, see {@link #addSum}. */
        SUM,
        /** To find the extreme of the rows of a range, see {@link #takeWhere}. */
        EXTREME
    }

    public Share share() {
        return Share.NONE;
    }

    /** Adds a sum of ints to that of a group. */
    public void addSum(int group, long sum) {
        throw unknown("sum");
    }

    /**
     * Takes the rows of a range without groups.
     *
     * @param count where their number is put
     */
    public void takeWhere(Input input, Between range, long[] count, int rows) {
        throw unknown("extreme");
    }

    private IllegalStateException unknown(String what) {
        return new IllegalStateException(getClass().getSimpleName() + " have no " + what + ".");
    }

    public abstract void reserve(int groups);

    public abstract void take(Input input, GroupIds ids);

    /** Forgets all groups. */
    public abstract void forget();

    /** The same numbers with room for more groups; what is new is filled. */
    static long[] grown(long[] numbers, int groups, long filling) {
        if (groups <= numbers.length) {
            return numbers;
        }
        long[] grown = Arrays.copyOf(numbers, Math.max(groups, 2 * numbers.length));
        Arrays.fill(grown, numbers.length, grown.length, filling);
        return grown;
    }
}
