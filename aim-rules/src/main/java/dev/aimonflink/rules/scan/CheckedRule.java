package dev.aimonflink.rules.scan;

import dev.aimonflink.matrix.row.RowInts;
import dev.aimonflink.rules.judge.BoundRule;
import dev.aimonflink.rules.judge.CheckJudge;
import dev.aimonflink.rules.judge.Every;
import java.util.BitSet;
import java.util.concurrent.TimeUnit;

/** A repeatedly checked rule, and what the last check found of each row. If this is lost, the state has it. */
final class CheckedRule {
    private BoundRule rule;

    /** The rows for which it was true, and is known to have been heard. */
    private final BitSet told = new BitSet();

    /** The rows for which only the state says whether it was true. */
    private final BitSet unsure;

    /** By row, the second in which a sliding interval ends, unsigned. */
    private final RowInts again = new RowInts();

    /** The calendar window of its interval in which it was last checked. */
    private long windowMs;

    /** The wall-clock interval in which it was last checked or skipped. */
    private long lastInterval = Long.MIN_VALUE;

    private long lastNumber = Long.MIN_VALUE;
    private boolean isUnderWay;

    /** @param unsure rows that may have been told */
    CheckedRule(BoundRule rule, BitSet unsure) {
        this.rule = rule;
        this.unsure = (BitSet) unsure.clone();
    }

    BoundRule rule() {
        return rule;
    }

    /** Continues with another version of the rule that shares its memory. */
    void use(BoundRule version) {
        rule = version;
    }

    /** Notes that only a row's state says whether the rule was true. */
    void unsure(int row) {
        unsure.set(row);
    }

    boolean isDue(long wallMs) {
        return isAnother(rule.rule().check().number(wallMs), lastInterval);
    }

    /** Whether a number differs from the last check's: a later one, or one of a clock that has been put back. */
    private static boolean isAnother(long number, long last) {
        return number > last || number < last - 1;
    }

    /** None is due before the next wall-clock interval. */
    void leaveOut(long wallMs) {
        lastInterval = rule.rule().check().number(wallMs);
    }

    /** Begins the check of a time; false if that has been. */
    boolean begin(long nowMs, long wallMs) {
        final long number = rule.rule().check().number(nowMs);
        if (!isAnother(number, lastNumber)) {
            return false;
        }
        lastNumber = number;
        leaveOut(wallMs);
        return true;
    }

    boolean isUnderWay() {
        return isUnderWay;
    }

    void underWay(boolean isIt) {
        isUnderWay = isIt;
    }

    /** Whether a check would find something, if the rule can fire for nobody. */
    boolean hasLevels() {
        return !told.isEmpty() || !unsure.isEmpty();
    }

    /**
     * The rows that have to be looked at.
     *
     * @param isTrue rows for which the columns make the rule true
     * @param newWindowMs when the present calendar window of the rule's interval began
     */
    BitSet changed(BitSet isTrue, long nowMs, long newWindowMs) {
        BitSet changed = (BitSet) isTrue.clone();
        if (!rule.isAudible(nowMs)) {
            changed.clear();
            changed.or(told);
            changed.or(unsure);
            changed.andNot(isTrue);
            return changed;
        }
        if (newWindowMs != windowMs && rule.rule().every().period() != Every.Period.ALWAYS) {
            // Intervals of the calendar may be over.
            unsure.or(told);
        }
        windowMs = newWindowMs;
        changed.xor(told);
        changed.or(unsure);
        if (rule.rule().every().slides()) {
            final int second = (int) TimeUnit.MILLISECONDS.toSeconds(nowMs);
            for (int row = told.nextSetBit(0); row >= 0; row = told.nextSetBit(row + 1)) {
                if (Integer.compareUnsigned(again.get(row), second) <= 0) {
                    changed.set(row);
                }
            }
        }
        return changed;
    }

    /** Notes what was found of a row. */
    void looked(int row, boolean isHeard, long againMs) {
        told.set(row, isHeard);
        unsure.clear(row);
        if (againMs != CheckJudge.NEVER) {
            again.set(row, (int) TimeUnit.MILLISECONDS.toSeconds(againMs));
        }
    }

    void removed(int row, int last) {
        move(told, row, last);
        move(unsure, row, last);
        again.remove(row, last);
    }

    static void move(BitSet rows, int row, int last) {
        rows.set(row, rows.get(last));
        rows.clear(last);
    }
}
