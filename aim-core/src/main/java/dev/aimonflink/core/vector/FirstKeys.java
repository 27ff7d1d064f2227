package dev.aimonflink.core.vector;

import dev.aimonflink.core.kernel.Primitives;
import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.canonical.NeverFails;
import dev.aimonflink.sql.rows.Order;
import dev.aimonflink.sql.text.BinaryOperator;
import java.math.BigInteger;
import java.util.Arrays;

/**
 * Drops the rows of a vector that are behind the first ones, by their first key alone. Once there are enough rows, the key of the last
 * one is the end of a range of cells, and one comparison in lanes drops nearly all vectors. Where rows come in the reverse order, each
 * vector is better than all before it: of these, only rows with the best keys of their own vector are left.
 */
final class FirstKeys {
    private final Program program;
    private final Primitives primitives;
    private final FirstRows first;
    private final Argument key;

    /** The rows whose key is null; null if there is none. */
    private final int[] nulls;

    private final int[] inRange = new int[Program.MAX_ROWS];

    /** Keys in the order in which rows are sorted. */
    private final long[] ranks = new long[Program.MAX_ROWS];

    /** The keys of rows that may be among the first ones. */
    private long low;

    private long high;
    private boolean isBounded;

    private FirstKeys(FirstRows first, Program program, Argument key, int[] nulls) {
        this.first = first;
        this.program = program;
        this.key = key;
        this.nulls = nulls;
        primitives = program.primitives();
    }

    /** @throws NoVectorsException if the first key has no vectors */
    static FirstKeys of(FirstRows first, Program program) {
        Values values = new Conditions(program).values();
        Argument key = key(first.key(), program, values);
        if (key.value() == null || key.value().isConstant()) {
            throw new NoVectorsException("the first key is the same in every row");
        }
        return new FirstKeys(first, program, key, values.nulls(key.value()));
    }

    /**
     * Throws if a value may fail in rows that are dropped. One that has vectors never does, because of the ranges of its operands.
     *
     * @param unused a program that is never run
     */
    static void requireNoFailure(FirstRows first, Program unused) {
        Values values = new Conditions(unused).values();
        for (Bound each : first.values()) {
            if (!NeverFails.is(each)) {
                key(each, unused, values);
            }
        }
    }

    /** A zero with a sign is compared like the other one, so that doubles need no look at their zeros here. */
    private static Argument key(Bound bound, Program program, Values values) {
        return Numbers64.isNumber(bound.type())
                ? new Argument(values.compile(bound), null)
                : Argument.of(bound, program, values, true);
    }

    /** Drops rows from now on whose key is behind that one. */
    void dropBehind(Object last) {
        isBounded = last != null || first.nullsFirst();
        low = 1;
        high = 0;
        if (last != null) {
            if (Numbers64.isNumber(first.key().type())) {
                limitNumbers(last);
            } else {
                limitTexts(last);
            }
        }
    }

    private void limitNumbers(Object last) {
        final boolean isWide = key.value().isWide();
        final BigInteger least = BigInteger.valueOf(isWide ? Long.MIN_VALUE : Integer.MIN_VALUE);
        final BigInteger greatest = BigInteger.valueOf(isWide ? Long.MAX_VALUE : Integer.MAX_VALUE);
        final Range range = Range.of(
                first.isDescending() ? BinaryOperator.GREATER_OR_EQUAL : BinaryOperator.LESS_OR_EQUAL,
                Numbers64.exact(last),
                key.value().scale());
        if (range.low().max(least).compareTo(range.high().min(greatest)) <= 0) {
            low = range.low().max(least).longValue();
            high = range.high().min(greatest).longValue();
        }
    }

    /** Texts are numbered in their order from 1 on. */
    private void limitTexts(Object last) {
        final long greatest = key.value().max();
        long from = 1;
        long to = greatest + 1;
        while (from < to) {
            final long middle = (from + to) >>> 1;
            if (compare(middle, last) < 0) {
                from = middle + 1;
            } else {
                to = middle;
            }
        }
        final boolean isThere = from <= greatest && compare(from, last) == 0;
        low = first.isDescending() ? from : 1;
        high = first.isDescending() ? greatest : isThere ? from : from - 1;
    }

    private int compare(long number, Object text) {
        return Order.compare(key.decoder().apply(number), text, first.key().type());
    }

    /**
     * Finds the rows of a mask that may be among the first ones. Returns how many there are.
     *
     * @param areAll whether all rows of the mask are rows of the query, so that they can be compared with each other
     */
    int find(int[] mask, boolean areAll, int[] positions, int from, int rows) {
        if (primitives.count(mask, rows) == 0) {
            return 0;
        }
        program.run(from, rows);
        if (isBounded) {
            drop(mask, rows);
            if (primitives.count(mask, rows) == 0) {
                return 0;
            }
        }
        final int count = MaskLoops.positions(mask, positions, rows);
        return areAll && count > first.rows() ? best(positions, count) : count;
    }

    private void drop(int[] mask, int rows) {
        final Cells cells = key.value().cells();
        if (low > high) {
            MaskLoops.fill(inRange, false, rows);
        } else if (key.value().isWide()) {
            MaskLoops.between(cells.longs, cells.at, low, high, inRange, rows);
        } else {
            primitives.between(cells.ints, cells.at, (int) low, (int) high, inRange, rows);
        }
        if (nulls != null && first.nullsFirst()) {
            MaskLoops.or(inRange, nulls, rows);
        } else if (nulls != null) {
            MaskLoops.andNot(inRange, nulls, rows);
        }
        MaskLoops.and(mask, inRange, rows);
    }

    /** Leaves the rows with the best keys: as many different ones as rows are kept, since rows with different keys are different. */
    private int best(int[] positions, int count) {
        int numbers = 0;
        for (int k = 0; k < count; k++) {
            if (!isNull(positions[k])) {
                ranks[numbers++] = rank(positions[k]);
            }
        }
        final boolean isNullBest = numbers < count && first.nullsFirst();
        final int wanted = first.rows() - (isNullBest ? 1 : 0);
        if (wanted >= numbers) {
            return count;
        }
        // Rows that come in some order are sorted in linear time.
        Arrays.sort(ranks, 0, numbers);
        int last = -1;
        for (int different = 0; different < wanted; different++) {
            last = behindEqual(last, numbers);
            if (last == numbers) {
                return count;
            }
        }
        int left = 0;
        for (int k = 0; k < count; k++) {
            final int row = positions[k];
            final boolean isLeft = isNull(row) ? isNullBest : last >= 0 && rank(row) <= ranks[last];
            positions[left] = row;
            left += isLeft ? 1 : 0;
        }
        return left;
    }

    /** The place of the next rank that is another one than that at a place. */
    private int behindEqual(int place, int count) {
        int next = place + 1;
        while (place >= 0 && next < count && ranks[next] == ranks[place]) {
            next++;
        }
        return next;
    }

    private boolean isNull(int row) {
        return nulls != null && nulls[row] != 0;
    }

    /** The order of numbers with all bits flipped is the reverse one. */
    private long rank(int row) {
        final Cells cells = key.value().cells();
        final long number = key.value().isWide() ? cells.longs[cells.at + row] : cells.ints[cells.at + row];
        return first.isDescending() ? ~number : number;
    }
}
