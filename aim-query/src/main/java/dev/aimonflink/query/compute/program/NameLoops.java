package dev.aimonflink.query.compute.program;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * What programs of a scan compute of names instead of rows, once for all of them. An evaluation may take long, and a column may have
 * very many names, so this goes in steps: a step that has used its time ends by an {@link UnfinishedException}, and the next one begins
 * the programs again, which find what has been computed.
 *
 * <p>It pays as long as names are fewer than rows. But rows may be few behind other conditions, so all loops have some time, and after
 * that rows are computed one by one.
 */
public final class NameLoops {
    /** So many names are always computed: vectors are worth it even for a few rows. */
    private static final int FEW = 1_024;

    /**
     * The most time of all loops, many times what usual expressions take for as many texts as a partition may have. One that is half done
     * by then goes on.
     */
    private static final long MOST_NANOS = 250_000_000;

    /** What is kept for each name, about: a value, and what is made of it. */
    private static final long BYTES_OF_NAME = 32;

    private final long rows;
    private final long nanosOfStep;

    /** By what they compute. Null for those that were left out. */
    private final Map<List<Object>, NameLoop> loops = new HashMap<>();

    /** The one that the last step has not ended; null if there is none. */
    private NameLoop unfinished;

    private long leftOfStep;
    private long usedNanos;
    private long names;

    private NameLoops(long rows, long nanosOfStep) {
        this.rows = rows;
        this.nanosOfStep = nanosOfStep;
        leftOfStep = nanosOfStep;
    }

    /** @param rows how many the scan will read */
    public static NameLoops inSteps(long rows) {
        return new NameLoops(rows, RowPace.WANTED_NANOS);
    }

    /** Where nobody waits: all in one step. */
    static NameLoops atOnce() {
        return new NameLoops(Long.MAX_VALUE, Long.MAX_VALUE);
    }

    /** Begins a step. Returns whether programs can be begun again, because what they waited for has been computed. */
    public boolean beginStep() {
        leftOfStep = nanosOfStep;
        return unfinished == null || hasRun(unfinished);
    }

    /** Whether so many names may be computed. */
    boolean pay(int names) {
        return names <= FEW || names <= rows;
    }

    /**
     * A loop that has run to its end.
     *
     * @param what it computes, beside its class
     * @return null if there is no time for it
     */
    <T extends NameLoop> T ended(Class<T> kind, List<?> what, Supplier<T> made) {
        List<Object> key = new ArrayList<>(what);
        key.add(kind);
        if (!loops.containsKey(key)) {
            final NameLoop begun = made.get();
            names += begun.size();
            loops.put(key, begun);
        }
        final NameLoop loop = loops.get(key);
        if (loop == null) {
            return null;
        }
        if (!hasRun(loop)) {
            throw new UnfinishedException();
        }
        if (!loop.hasEnded()) {
            names -= loop.size();
            loops.put(key, null);
            return null;
        }
        return kind.cast(loop);
    }

    /** @throws NoVectorsException if there is no time for it */
    <T extends NameLoop> T required(Class<T> kind, List<?> what, Supplier<T> made) {
        T loop = ended(kind, what, made);
        if (loop == null) {
            throw new NoVectorsException("there is no time to compute it for each name");
        }
        return loop;
    }

    private boolean isTooLong(NameLoop loop) {
        return usedNanos >= MOST_NANOS && loop.size() > FEW && loop.hasMostBeforeIt() && loop.isLong();
    }

    /** About how many bytes the loops keep. */
    public long keptBytes() {
        return names * BYTES_OF_NAME;
    }

    /** Returns false if the step's time is over, and true if the loop has ended or there is no time for it in any step. */
    private boolean hasRun(NameLoop loop) {
        unfinished = null;
        while (!loop.hasEnded() && !isTooLong(loop)) {
            if (leftOfStep <= 0) {
                unfinished = loop;
                return false;
            }
            final long nanos = loop.runPart();
            leftOfStep -= nanos;
            usedNanos += nanos;
        }
        return true;
    }
}
