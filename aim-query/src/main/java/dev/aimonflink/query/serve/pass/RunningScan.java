package dev.aimonflink.query.serve.pass;

import dev.aimonflink.matrix.column.Block;
import dev.aimonflink.query.compute.aggregate.TooManyGroupsException;
import dev.aimonflink.query.compute.partial.Partial;
import java.util.List;

/** A query in a pass; a defect in it fails this query, not the pass or the partition. */
final class RunningScan {
    private final Scannable query;
    private final PartitionContext context;
    private Scan scan;

    /** The same query's scan on the other thread, or null. */
    private RunningScan other;

    private boolean dropped;

    /** Whether this scan is useless, because the same query's scan on the other thread has ended. */
    private volatile boolean isOfNoUse;

    private boolean tookTooLong;
    private int requests;

    private long nanosOfSlice;
    private long cpuNanos;

    /** As of the last part read. */
    private long keptBytes;

    /** Null until the end, and after an error. */
    private byte[] partial;

    private QueryError error;

    RunningScan(Scannable query, PartitionContext context, int rows) {
        this.query = query;
        this.context = context;
        try {
            scan = query.open(context.ofScan(rows));
            keptBytes = scan.keptBytes();
        } catch (RuntimeException | Error failure) {
            fail(failure);
        }
    }

    void addRequest() {
        requests++;
    }

    /** Notes that all blocks come next, in a pass of {@code scans}. */
    void begin(int scans) {
        if (scan != null) {
            scan.begin(scans, requests);
        }
    }

    /** Scans the next part of these rows; returns whether the query is done with them. */
    boolean scanPart(Block block, int rows) {
        if (dropped || error != null || isOfNoUse) {
            return true;
        }
        try {
            boolean isLast = scan.scanPart(block, rows);
            keptBytes = scan.keptBytes();
            return isLast;
        } catch (RuntimeException | Error failure) {
            fail(failure);
            return true;
        }
    }

    long keptBytes() {
        return keptBytes;
    }

    /** Ends the scan if all scans together keep too much. */
    void requireMemory(ScanMemory memory, List<RunningScan> scans) {
        try {
            memory.use(scans, this);
        } catch (QueryFailure tooMuch) {
            fail(tooMuch);
        }
    }

    /** Joins the scan of the other thread, which is done with its blocks; this one answers for both. */
    void join(RunningScan ofOtherThread) {
        assert other == null && ofOtherThread.query == query : "the scans of a query are joined once";
        cpuNanos += ofOtherThread.cpuNanos;
        tookTooLong |= ofOtherThread.tookTooLong;
        if (hasEnded()) {
            return;
        }
        if (ofOtherThread.error != null) {
            error = ofOtherThread.error;
            release();
            return;
        }
        other = ofOtherThread;
        try {
            scan.hasUsed(cpuNanos);
        } catch (RuntimeException failure) {
            tookTooLong |= failure instanceof QueryFailure;
            fail(failure);
        }
    }

    boolean hasEnded() {
        return dropped || error != null;
    }

    /** The other thread may call this. */
    void isOfNoUse() {
        isOfNoUse = true;
    }

    private void release() {
        scan = null;
        other = null;
        keptBytes = 0;
    }

    void ran(long nanos) {
        nanosOfSlice += nanos;
    }

    /** @param cpuShare of the slice's time in which its thread had a core */
    void sliceEnded(double cpuShare) {
        if (nanosOfSlice == 0 || dropped || error != null) {
            return;
        }
        cpuNanos += (long) (nanosOfSlice * cpuShare);
        nanosOfSlice = 0;
        try {
            scan.hasUsed(cpuNanos);
        } catch (RuntimeException failure) {
            tookTooLong = failure instanceof QueryFailure;
            fail(failure);
        }
    }

    /**
     * Notes that all blocks have been seen.
     *
     * @param cpuShare of the last block's slice, so far
     */
    void scanned(double cpuShare) {
        cpuNanos += (long) (nanosOfSlice * cpuShare);
        nanosOfSlice = 0;
    }

    /** Notes how long the scan took, unless it was dropped early. */
    void noteTime(ScanTimes times) {
        if (!dropped) {
            times.took(query, cpuNanos);
        }
    }

    long cpuNanos() {
        return cpuNanos;
    }

    boolean tookTooLong() {
        return tookTooLong;
    }

    /** Stops scanning, because no request of this pass waits for the query any more. */
    void drop() {
        dropped = true;
        release();
    }

    /** Writes the partial, once for all equal queries. */
    void end() {
        if (error != null || partial != null || dropped) {
            return;
        }
        try {
            Partial found = other == null ? scan.partial() : scan.partial().merge(other.scan.partial());
            byte[] written = found.toBytes();
            if (written.length > Part.MAX_PARTIAL_BYTES) {
                error = new QueryError(
                        QueryError.Code.RESULT_TOO_LARGE,
                        "A partition's part of the result has " + written.length + " bytes, more than "
                                + Part.MAX_PARTIAL_BYTES + ". Ask for fewer rows, groups or columns.");
            } else {
                partial = written;
            }
            release();
        } catch (RuntimeException | Error failure) {
            fail(failure);
        }
    }

    private void fail(Throwable failure) {
        release();
        if (failure instanceof OutOfMemoryError noMemory) {
            throw noMemory;
        }
        if (failure instanceof QueryFailure known) {
            error = known.error();
            return;
        }
        if (failure instanceof TooManyGroupsException tooMany) {
            error = query.error(tooMany);
            return;
        }
        String consequence = "";
        if (failure instanceof Error && !(failure instanceof StackOverflowError)) {
            // In a scan's code, only the vector kernels depend on the JVM and its modules.
            context.fallBackToScalarKernels();
            consequence = " From now on scans of this partition run on scalar kernels.";
        }
        error = QueryError.ofDefect(failure, consequence);
    }

    byte[] partial() {
        return partial;
    }

    /** @param asked one of the equal queries, the first of which ran */
    QueryError errorOf(Scannable asked) {
        return error == null || asked.isWrittenAs(query) ? error : error.at(QueryError.InSql.NOWHERE);
    }
}
