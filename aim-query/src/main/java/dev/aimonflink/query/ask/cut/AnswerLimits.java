package dev.aimonflink.query.ask.cut;

import dev.aimonflink.query.serve.pass.PartitionClocks;
import dev.aimonflink.query.serve.pass.QueryError;
import dev.aimonflink.query.serve.pass.QueryFailure;
import dev.aimonflink.query.serve.pass.SliceTimer;
import dev.aimonflink.sql.rows.EngineLimits;
import dev.aimonflink.sql.rows.StopCheck;
import java.io.Serializable;
import java.time.Duration;

/**
 * Limits of one statement; exceeding one is an error.
 *
 * @param groups of a GROUP BY, in a partition and in all
 * @param values different ones kept, over all groups, by a percentile or a function with DISTINCT; in a partition and in all
 * @param movedRows of the matrix that a partition sends to the merger, and that the merger keeps
 * @param mergeCpuNanos of the merger, and of values of tables where a statement is planned without a check of its own
 * @param bytes that a partition or the merger keeps, about: {@linkplain #with fewer groups and rows} have room if they are wide
 */
public record AnswerLimits(
        int rows, int groups, int values, int movedRows, long cpuNanos, long mergeCpuNanos, long bytes)
        implements Serializable {
    public static final AnswerLimits USUAL = new AnswerLimits(
            10_000,
            100_000,
            100_000,
            100_000,
            Duration.ofSeconds(1).toNanos(),
            Duration.ofMillis(250).toNanos(),
            128L << 20);

    /** How much longer an export may scan. */
    private static final int TIMES_FOR_EXPORTS = 10;

    static final EngineLimits.Options OPTIONS = new EngineLimits.Options(
            "aim.sql.max-groups, or aim.sql.max-memory where groups are wide",
            "aim.sql.max-groups, or aim.sql.max-memory where rows are wide",
            "aim.sql.max-rows, or the request's own");

    /** Limits that hold however wide groups and rows are, with the same time everywhere. */
    public AnswerLimits(int rows, int groups, int values, int movedRows, long cpuNanos) {
        this(rows, groups, values, movedRows, cpuNanos, cpuNanos, Long.MAX_VALUE);
    }

    public AnswerLimits withRows(long wanted) {
        if (wanted < 1 || wanted > rows) {
            throw new QueryFailure(new QueryError(
                    QueryError.Code.INVALID_PARAMETER,
                    "An answer may have aim.sql.max-rows=" + rows + " rows, not limits.rows=" + wanted
                            + ". Ask for fewer, or raise the option."));
        }
        return new AnswerLimits((int) wanted, groups, values, movedRows, cpuNanos, mergeCpuNanos, bytes);
    }

    /** The limits of a statement, lowered so that all it keeps fits the memory. */
    public AnswerLimits with(KeptValues kept) {
        long room = bytes / ValueBytes.USUAL;
        long wide = Math.max(1, room / Math.max(1, kept.values()));
        long different = kept.sets() == 0 ? values : Math.max(1, room / kept.sets());
        return new AnswerLimits(
                (int) Math.min(rows, wide),
                (int) Math.min(groups, wide),
                (int) Math.min(values, different),
                (int) Math.min(movedRows, wide),
                cpuNanos,
                mergeCpuNanos,
                bytes);
    }

    /** The limits of each of several statements that run together and share the time, and so one {@link #mergeCheck}. */
    public AnswerLimits ofEach(int statements) {
        return new AnswerLimits(rows, groups, values, movedRows, cpuNanos, mergeCpuNanos, bytes / statements);
    }

    /** Of a scan that copies rows: its memory bounds it, and who may export may also have others wait longer. */
    public AnswerLimits ofExport() {
        return new AnswerLimits(rows, groups, values, movedRows, TIMES_FOR_EXPORTS * cpuNanos, mergeCpuNanos, bytes);
    }

    public void requireTime(long usedCpuNanos) {
        if (usedCpuNanos > cpuNanos) {
            throw SqlFailures.tooLong(this);
        }
    }

    /** Stops what the calling thread computes outside scans, when it takes too long or the thread is interrupted. */
    public StopCheck mergeCheck() {
        SliceTimer timer = new SliceTimer(PartitionClocks.SYSTEM);
        timer.start(mergeCpuNanos);
        return () -> {
            if (Thread.currentThread().isInterrupted()) {
                // Nobody waits for it any more except an asker whom a restart of the job answers.
                throw new QueryFailure(QueryError.RESTARTED);
            }
            if (timer.isOver()) {
                throw SqlFailures.mergedTooLong(this);
            }
        };
    }

    public EngineLimits ofMerger() {
        return new EngineLimits(groups, movedRows, rows, OPTIONS);
    }
}
