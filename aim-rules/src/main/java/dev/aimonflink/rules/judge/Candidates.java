package dev.aimonflink.rules.judge;

import dev.aimonflink.rules.judge.CellSource.OfRecord;
import dev.aimonflink.rules.judge.RuleForm.Threshold;
import dev.aimonflink.sql.evaluate.Condition;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.List;

/**
 * Alternatives of rules, with the thresholds that are checked one by one. Those of the record's cells lie one after the other, as one bound
 * each:
 *
 * <pre>
 * first:   [candidate 0 | candidate 1 | ... | end]
 *             |             |
 * bounds:  [bound, bound  | bound       | ...]
 * </pre>
 *
 * Reading a value takes no jump that depends on the column, which no processor could predict.
 */
final class Candidates {
    // How a place says where a value is, and which way it reaches the bound: slot of an int, slot of a long, and two
    // bits.
    private static final int SLOT_BITS = 20;
    private static final long SLOT = (1L << SLOT_BITS) - 1;
    private static final int LONG_BIT = 2 * SLOT_BITS;
    private static final int FALLING_BIT = LONG_BIT + 1;

    // By candidate.
    private final int[] rule;
    private final int[] first;
    private final Condition[] rest;

    // By bound.
    private final long[] places;
    private final long[] bounds;

    record Candidate(int rule, List<Threshold> thresholds, Condition rest) {
        Candidate of(List<Threshold> others) {
            return new Candidate(rule, others, rest);
        }
    }

    Candidates(List<Candidate> candidates, RuleColumns columns) {
        rule = candidates.stream().mapToInt(Candidate::rule).toArray();
        rest = candidates.stream().map(Candidate::rest).toArray(Condition[]::new);
        first = new int[rule.length + 1];
        LongArrayList allPlaces = new LongArrayList();
        LongArrayList allBounds = new LongArrayList();
        for (int i = 0; i < rule.length; i++) {
            for (Threshold each : candidates.get(i).thresholds()) {
                CellSource source = CellSource.of(each.column(), columns);
                if (source instanceof OfRecord cell && !cell.isBefore()) {
                    add(Math.max(each.low(), cell.least()), cell, false, allPlaces, allBounds);
                    add(Math.min(each.high(), cell.greatest()), cell, true, allPlaces, allBounds);
                } else {
                    rest[i] = both(source.in(each), rest[i]);
                }
            }
            first[i + 1] = allBounds.size();
        }
        places = allPlaces.toLongArray();
        bounds = allBounds.toLongArray();
    }

    private static void add(long bound, OfRecord cell, boolean isFalling, LongArrayList places, LongArrayList bounds) {
        if (bound != (isFalling ? Long.MAX_VALUE : Long.MIN_VALUE)) {
            long slot = cell.isInt() ? cell.slot() : (long) cell.slot() << SLOT_BITS | 1L << LONG_BIT;
            places.add(isFalling ? slot | 1L << FALLING_BIT : slot);
            bounds.add(isFalling ? ~bound : bound);
        }
    }

    private static Condition both(Condition one, Condition otherOrNull) {
        return otherOrNull == null
                ? one
                : fields -> one.holds(fields) && otherOrNull.holds(fields) ? Condition.TRUE : Condition.FALSE;
    }

    /** Sets the bit of a candidate's rule if it is clear and the candidate is true. */
    void look(int candidate, RuleValues values, int[] ints, long[] longs, long[] matched) {
        final int itsRule = rule[candidate];
        final long bit = 1L << itsRule;
        if ((matched[itsRule >> 6] & bit) == 0
                && areReached(first[candidate], first[candidate + 1], ints, longs)
                && (rest[candidate] == null || rest[candidate].holds(values))) {
            matched[itsRule >> 6] |= bit;
        }
    }

    private boolean areReached(int from, int to, int[] ints, long[] longs) {
        for (int i = from; i < to; i++) {
            final long place = places[i];
            final long isLong = -(place >>> LONG_BIT & 1);
            final long ofInts = ints[(int) (place & SLOT)] & ~isLong;
            final long ofLongs = longs[(int) (place >>> SLOT_BITS & SLOT)] & isLong;
            final long value = ofInts | ofLongs;
            if ((value ^ -(place >>> FALLING_BIT)) < bounds[i]) {
                return false;
            }
        }
        return true;
    }
}
