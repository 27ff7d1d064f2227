package dev.aimonflink.rules.scan;

import dev.aimonflink.query.serve.pass.QueryError;
import dev.aimonflink.rules.judge.BoundRule;
import java.util.BitSet;

/** One check of a rule, or the only one of a rule that is applied at once. */
final class Round {
    /** Not known before the check begins. */
    static final long NOT_BEGUN = Long.MIN_VALUE;

    private static final long NOT_PAUSED = Long.MAX_VALUE;

    private final CheckedRule ofChecked;
    private final BoundRule rule;
    private long nowMs = NOT_BEGUN;
    /** After a failure of the rule itself it restarts after this time. */
    static final long RETRY_MS = 60_000;

    private long goesOnMs = NOT_PAUSED;
    private long mayBeginMs = Long.MIN_VALUE;
    private RuleScan scan;

    /** The rows that have to be looked at; null before they are known. */
    private BitSet rows;

    /** No row before this one has to be looked at. */
    private int next;

    private int fired;

    private Round(CheckedRule ofChecked, BoundRule rule) {
        this.ofChecked = ofChecked;
        this.rule = rule;
    }

    static Round of(CheckedRule checked) {
        return new Round(checked, checked.rule());
    }

    static Round ofApplied(BoundRule rule) {
        return new Round(null, rule);
    }

    boolean isOfApplied() {
        return ofChecked == null;
    }

    CheckedRule checked() {
        return ofChecked;
    }

    BoundRule rule() {
        return rule;
    }

    /** The time that counts in it. */
    long nowMs() {
        return nowMs;
    }

    /** @param scanOrNull finds the rows; null if they are known */
    void begin(long atMs, RuleScan scanOrNull) {
        nowMs = atMs;
        scan = scanOrNull;
    }

    /** After so long, a failed check restarts. */
    static long pauseMs(QueryError why) {
        return why.isOfTheMoment() ? RuleChecks.PAUSE_MS : RETRY_MS;
    }

    /** Restarts at that time or later. */
    void failed(long againMs) {
        nowMs = NOT_BEGUN;
        mayBeginMs = againMs;
    }

    boolean mayBegin(long wallMs) {
        return nowMs == NOT_BEGUN && wallMs >= mayBeginMs;
    }

    RuleScan scan() {
        return scan;
    }

    void rows(BitSet toBeLookedAt) {
        rows = toBeLookedAt;
    }

    /** The next row to look at, which is removed; negative if there is none. */
    int nextRow() {
        final int row = rows.nextSetBit(next);
        if (row >= 0) {
            rows.clear(row);
            next = row;
        }
        return row;
    }

    boolean isLeft() {
        return !rows.isEmpty();
    }

    void removed(int row, int last) {
        if (rows != null) {
            CheckedRule.move(rows, row, last);
            next = rows.get(row) ? Math.min(next, row) : next;
        }
    }

    void countFiring() {
        fired++;
    }

    /** How often it has fired since it was paused. */
    int fired() {
        return fired;
    }

    void pauseUntil(long wallMs) {
        goesOnMs = wallMs;
        fired = 0;
    }

    /** Whether its pause is over; if so, once, another time counts from then on. */
    boolean goesOn(long wallMs, long laterMs) {
        final boolean goesOn = wallMs >= goesOnMs;
        if (goesOn) {
            goesOnMs = NOT_PAUSED;
            nowMs = laterMs;
        }
        return goesOn;
    }
}
