package dev.aimonflink.query.compute.scan;

import dev.aimonflink.matrix.kernel.Between;
import dev.aimonflink.matrix.kernel.VectorCells;
import dev.aimonflink.query.compute.partial.KeyOrder;
import dev.aimonflink.query.compute.program.CodeTable;
import dev.aimonflink.query.compute.program.Conditions;
import dev.aimonflink.query.compute.program.MaskLoops;
import dev.aimonflink.query.compute.program.NoVectorsException;
import dev.aimonflink.query.compute.program.Numbers64;
import dev.aimonflink.query.compute.program.Program;
import dev.aimonflink.query.compute.program.TextNumbers;
import dev.aimonflink.query.compute.program.Value;
import dev.aimonflink.query.compute.program.ValueCompiler;
import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.bind.Operands;
import dev.aimonflink.sql.evaluate.NeverFails;
import dev.aimonflink.sql.type.SqlType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Removes rows that sort behind a given row, or behind enough rows of the same vector. It compares the leading keys that have vectors; a
 * text has the number of its place among its column's texts. Ties stay, unless no other key is compared: then a row equal to the given one
 * is of no use.
 */
final class OrderedKeys {
    /** A vector with few more rows than wanted is not worth sorting. */
    private static final int ROWS_PER_WANTED = 4;

    /** Keys that are constant or repeat an earlier one are left out. */
    private record Key(int place, SqlType type, KeyOrder order, Value value, TextNumbers texts, int[] nulls) {
        long rank(int row) {
            final VectorCells cells = value.cells();
            return ranked(value.isWide() ? cells.longs[cells.at + row] : cells.ints[cells.at + row]);
        }

        long ranked(long number) {
            return order.isDescending() ? ~number : number;
        }

        boolean isNull(int row) {
            return nulls != null && nulls[row] != 0;
        }

        /**
         * The rank of a value as partials have it.
         *
         * @throws ArithmeticException if it has more digits than the key's vectors
         */
        long rankOf(Object encoded) {
            if (texts == null) {
                return ranked(Numbers64.units(encoded, value.scale()));
            }
            return ranked(texts.of(
                    type.is(SqlType.Kind.ENUM) ? type.labels().get(Math.toIntExact((Long) encoded)) : encoded));
        }

        /** Whether no row sorts before those with this rank. */
        boolean isFirst(boolean isNull, long rank) {
            if (isNull || (order.nullsFirst() && nulls != null)) {
                return isNull && order.nullsFirst();
            }
            // A text's least number stands for null.
            final long least = texts == null ? value.min() : value.min() + 1;
            return rank <= ranked(order.isDescending() ? value.max() : least);
        }
    }

    private final Program program;
    private final List<Key> keys = new ArrayList<>();
    private long[] ranks;

    /** The row that no other may be behind, or null. */
    private Object[] last;

    /** Its ranks; keys from the first one on without one of the same scale are not compared. */
    private final long[] lastRanks;

    private int compared;

    /** Whether equality in the keys with vectors is equality in all. */
    private boolean isComplete = true;

    /** Whether rows equal to the last one are removed. */
    private boolean dropsEqual;

    /** The remaining rows in which the first key is null; null before it is needed. */
    private int[] kept;

    /** @throws NoVectorsException if the first key has no vectors, or one without vectors may fail */
    OrderedKeys(List<Bound> bounds, List<KeyOrder> orders, Program program) {
        this.program = program;
        final ValueCompiler values = new Conditions(program).values();
        final Set<Bound> known = new HashSet<>();
        boolean isPrefix = true;
        for (int place = 0; place < bounds.size(); place++) {
            final Bound bound = bounds.get(place);
            if (!known.add(Operands.withoutPositions(bound))) {
                continue;
            }
            final Program.Mark begin = program.mark();
            try {
                final Key key = key(place, bound, orders.get(place), values);
                if (isPrefix && key != null) {
                    keys.add(key);
                } else {
                    program.undo(begin);
                }
            } catch (NoVectorsException perRow) {
                program.undo(begin);
                if (!NeverFails.is(bound)) {
                    throw perRow;
                }
                isPrefix = false;
                isComplete = false;
            }
        }
        if (keys.isEmpty()) {
            throw new NoVectorsException("the first key has no vectors");
        }
        lastRanks = new long[keys.size()];
    }

    /** Null for a constant key. */
    private Key key(int place, Bound bound, KeyOrder order, ValueCompiler values) {
        TextNumbers texts = null;
        Value value;
        if (Numbers64.isNumber(bound.type()) || bound.type().is(SqlType.Kind.UNKNOWN)) {
            value = values.compile(bound);
        } else if (ValueCompiler.isConstant(bound)) {
            ValueCompiler.evaluated(bound);
            value = null;
        } else {
            final CodeTable table = CodeTable.required(bound, program);
            texts = TextNumbers.of(bound, table.values(), program);
            value = texts.of(table, 0, program);
        }
        return value == null || value.isConstant()
                ? null
                : new Key(place, bound.type(), order, value, texts, program.nulls(value));
    }

    /** Makes a row the last one that counts, by all its keys. */
    void keepUpTo(Object[] row) {
        last = row;
        compared = 0;
        dropsEqual = isComplete;
        while (compared < keys.size() && hasRank(keys.get(compared), compared)) {
            compared++;
        }
        dropsEqual &= compared == keys.size();
    }

    private boolean hasRank(Key key, int index) {
        final Object value = last[key.place()];
        // The zero without a sign is the one that is shown.
        dropsEqual &= !(value instanceof Double number && number.equals(-0.0));
        if (value == null) {
            return true;
        }
        try {
            lastRanks[index] = key.rankOf(value);
            return true;
        } catch (ArithmeticException otherScale) {
            return false;
        }
    }

    /** Whether no row of any batch sorts before the last one, so that none has to be computed. */
    boolean isLastTheFirst() {
        boolean isFirst = dropsEqual;
        for (int index = 0; isFirst && index < keys.size(); index++) {
            final Key key = keys.get(index);
            isFirst = key.isFirst(last[key.place()] == null, lastRanks[index]);
        }
        return isFirst;
    }

    void run(int from, int rows) {
        program.run(from, rows);
    }

    /** Removes rows that are behind in the first key alone, if that has 32 bits. */
    void narrow(int[] mask, int rows) {
        final Key first = keys.get(0);
        if (compared == 0 || first.value().isWide()) {
            return;
        }
        final boolean isAlone = dropsEqual && keys.size() == 1;
        if (last[first.place()] == null) {
            narrowToNull(first, isAlone, mask, rows);
        } else if (first.nulls() == null) {
            narrowToNumber(first, isAlone, mask, rows);
        } else if (first.order().nullsFirst()) {
            kept = kept == null ? new int[Program.MAX_ROWS] : kept;
            System.arraycopy(mask, 0, kept, 0, rows);
            MaskLoops.and(kept, first.nulls(), rows);
            narrowToNumber(first, isAlone, mask, rows);
            MaskLoops.or(mask, kept, rows);
        } else {
            MaskLoops.andNot(mask, first.nulls(), rows);
            narrowToNumber(first, isAlone, mask, rows);
        }
    }

    private static void narrowToNull(Key first, boolean isAlone, int[] mask, int rows) {
        if (first.order().nullsFirst()) {
            if (isAlone || first.nulls() == null) {
                MaskLoops.fill(mask, false, rows);
            } else {
                MaskLoops.and(mask, first.nulls(), rows);
            }
        } else if (isAlone && first.nulls() != null) {
            MaskLoops.andNot(mask, first.nulls(), rows);
        }
    }

    private void narrowToNumber(Key first, boolean isAlone, int[] mask, int rows) {
        final long number = first.ranked(lastRanks[0]);
        final boolean isDescending = first.order().isDescending();
        final long next = !isAlone ? number : isDescending ? number + 1 : number - 1;
        if (isDescending ? next > Integer.MAX_VALUE : next < Integer.MIN_VALUE) {
            MaskLoops.fill(mask, false, rows);
            return;
        }
        final int bound = (int) Math.max(Integer.MIN_VALUE, Math.min(Integer.MAX_VALUE, next));
        final Between range = isDescending
                ? new Between(first.value().cells(), bound, Integer.MAX_VALUE)
                : new Between(first.value().cells(), Integer.MIN_VALUE, bound);
        program.primitives().andBetween(range, mask, 0, rows);
    }

    /** Removes rows that are behind; returns how many are left. */
    int narrowToLast(int[] positions, int count) {
        int left = 0;
        for (int k = 0; k < count; k++) {
            final int row = positions[k];
            if (!isBehind(row)) {
                positions[left++] = row;
            }
        }
        return left;
    }

    private boolean isBehind(int row) {
        for (int index = 0; index < compared; index++) {
            final Key key = keys.get(index);
            final boolean isNull = key.isNull(row);
            final boolean isLastNull = last[key.place()] == null;
            if (isNull || isLastNull) {
                if (isNull != isLastNull) {
                    return isNull != key.order().nullsFirst();
                }
            } else {
                final long rank = key.rank(row);
                if (rank != lastRanks[index]) {
                    return rank > lastRanks[index];
                }
            }
        }
        return dropsEqual;
    }

    static boolean areWorthNarrowing(int count, int wanted) {
        return count > (long) ROWS_PER_WANTED * wanted;
    }

    /** Removes the rows behind the wanted number of others, which is smaller; returns how many are left. */
    int narrowToFirst(int[] positions, int count, int wanted) {
        final Key first = keys.get(0);
        ranks = ranks == null ? new long[Program.MAX_ROWS] : ranks;
        for (int k = 0; k < count; k++) {
            ranks[k] = rankOrEnd(first, positions[k]);
        }
        Arrays.sort(ranks, 0, count);
        final long bound = ranks[wanted - 1];
        int left = 0;
        for (int k = 0; k < count; k++) {
            if (rankOrEnd(first, positions[k]) <= bound) {
                positions[left++] = positions[k];
            }
        }
        return left;
    }

    private static long rankOrEnd(Key key, int row) {
        if (key.isNull(row)) {
            return key.order().nullsFirst() ? Long.MIN_VALUE : Long.MAX_VALUE;
        }
        return key.rank(row);
    }
}
