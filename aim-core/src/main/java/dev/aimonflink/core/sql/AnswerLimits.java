package dev.aimonflink.core.sql;

import dev.aimonflink.core.matrix.NanoClock;
import dev.aimonflink.core.matrix.QueryError;
import dev.aimonflink.core.matrix.QueryFailure;
import dev.aimonflink.sql.rows.RowLimits;
import dev.aimonflink.sql.rows.StopCheck;
import java.io.Serializable;
import java.time.Duration;

/**
 * What one statement may use at most. Exceeding one is an error.
 *
 * @param rows of the answer
 * @param groups of a GROUP BY, in a partition and in all
 * @param values that differ, of all groups of a function that takes equal ones once or is a percentile, in a partition and in all
 * @param movedRows of the matrix that a partition sends to the merger, and that the merger keeps
 * @param cpuNanos of a partition's scan, and of the merger
 */
public record AnswerLimits(int rows, int groups, int values, int movedRows, long cpuNanos) implements Serializable {
    public static final AnswerLimits USUAL = new AnswerLimits(
            10_000, 100_000, 100_000, 100_000, Duration.ofSeconds(1).toNanos());

    /**
     * The limits of a request that wants fewer rows at most.
     *
     * @throws QueryFailure if it wants more
     */
    AnswerLimits withRows(long wanted) {
        if (wanted < 1 || wanted > rows) {
            throw new QueryFailure(new QueryError(
                    QueryError.Code.INVALID_PARAMETER,
                    "An answer may have aim.sql.max-rows=" + rows + " rows, not limits.rows=" + wanted
                            + ". Ask for fewer, or raise the option."));
        }
        return new AnswerLimits((int) wanted, groups, values, movedRows, cpuNanos);
    }

    /** @throws QueryFailure if so much time is too much */
    void requireTime(long usedCpuNanos) {
        if (usedCpuNanos > cpuNanos) {
            throw SqlFailures.tooLong(this);
        }
    }

    /** Ends what the calling thread computes from now on when it takes too long. */
    StopCheck stopCheck() {
        final long startNanos = NanoClock.THREAD_CPU.nanoTime();
        return () -> requireTime(NanoClock.THREAD_CPU.nanoTime() - startNanos);
    }

    RowLimits ofMerger() {
        return new RowLimits(groups, movedRows, rows);
    }
}
