package dev.aimonflink.rules.judge;

import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;
import dev.aimonflink.sql.evaluate.Condition;

/**
 * One partition's counts of a version of a rule since the job was started, and the budget of its work: how many characters and digits of
 * long numbers it reads and makes. Work depends only on the event, the record and the version, so a rule that exceeds its budget at an
 * event does so in every replay. Time is measured only to be shown. For one thread.
 */
public final class RuleTally {
    /** For a condition at one event, and for what it writes when it fires: some tenths of a millisecond. */
    public static final long MOST_WORK = 1 << 18;

    /** What a rule may permanently use with each event of its partition: some hundredths of a millisecond, which no plain condition needs. */
    public static final long WORK_OF_EVENT = 10_000;

    /** What it may exceed that by before it must be suspended. */
    public static final long MOST_DEBT = 10_000_000;

    /** One of this many evaluations and firings is timed. */
    private static final int TIMED = 64;

    private long evaluations;
    private long fired;
    private long suppressed;
    private long begun;
    private long failures;
    private long timedNanos;
    private long debt;
    private long debtAt;
    private boolean isTooDear;
    private Throwable defect;

    /**
     * Whether a part of its condition holds; failures, as in a division by zero, are counted and mean no. So do our own defects: a replay
     * would meet the same event again, and never get beyond it.
     */
    boolean holds(Condition part, RuleValues values) {
        final long startNanos = begin(values, evaluations++);
        boolean holds = false;
        try {
            holds = part.holds(values);
        } catch (SqlException failed) {
            failures++;
        } catch (RuntimeException | StackOverflowError unexpected) {
            failedBy(unexpected);
        }
        end(values, startNanos);
        return holds;
    }

    /** Begins what is made when it fires; returns the argument of {@link #end}. */
    long beginFiring(RuleValues values) {
        return begin(values, fired++);
    }

    /** @throws SqlException if one evaluation has taken more */
    public static void requireWork(long spent, long most, int position) {
        if (spent > most) {
            throw new SqlException(
                    SqlState.LIMIT_EXCEEDED,
                    position,
                    "With one event a rule may read and make " + most
                            + " characters, and digits of long numbers. Make shorter texts, as with left(x, 1000).");
        }
    }

    private static long begin(RuleValues values, long number) {
        values.allow(MOST_WORK);
        return number % TIMED == TIMED - 1 ? System.nanoTime() : 0;
    }

    void end(RuleValues values, long startNanosOrZero) {
        if (startNanosOrZero != 0) {
            timedNanos += System.nanoTime() - startNanosOrZero;
        }
        if (values.spent() > 0) {
            owe(values.spent(), values.seen());
        }
    }

    private void owe(long work, long seen) {
        debt = Math.max(0, debt - (seen - debtAt) * WORK_OF_EVENT) + work;
        debtAt = seen;
        isTooDear |= debt > MOST_DEBT;
    }

    /** Counts a failure by a defect of ours. */
    public void failedBy(Throwable unexpected) {
        defect = defect == null ? unexpected : defect;
        failures++;
    }

    public void countFailure() {
        failures++;
    }

    void countSuppressed() {
        suppressed++;
    }

    void countBegun() {
        begun++;
    }

    /** Whether it has used far more than its budget, and must be suspended. */
    public boolean isTooDear() {
        return isTooDear;
    }

    /** The first defect of ours by which it failed, or null. */
    public Throwable defect() {
        return defect;
    }

    /** How many alerts it has caused, including those of resolved levels. */
    public long fired() {
        return fired;
    }

    /** For how many entities it has begun to remember that it fired. */
    public long begun() {
        return begun;
    }

    /** How often it was true and silent, because of its interval. */
    public long suppressed() {
        return suppressed;
    }

    public long failures() {
        return failures;
    }

    /** About the time that it took, except for its thresholds, which are searched for all rules at once. */
    public long nanos() {
        return timedNanos * TIMED;
    }
}
