package dev.aimonflink.query.serve.pass;

import dev.aimonflink.matrix.column.Block;
import dev.aimonflink.query.compute.aggregate.TooManyGroupsException;
import dev.aimonflink.query.compute.partial.Partial;
import java.util.List;

/** A query in a pass. A defect in it fails this query, not the pass or the partition. */
final class RunningScan {
    private final Scannable query;
    private final PartitionContext context;
    private Scan scan;

    /** The same query's on the other thread that has shown it blocks; null if there is none. */
    private RunningScan other;

    private boolean dropped;

    /** Whether the same query's scan on the other thread has ended, so that this one is of no use. */
    private volatile boolean isOfNoUse;

    private boolean tookTooLong;
    private int requests;

    private long nanosOfSlice;
    private long cpuNanos;

    /** After the last part that it has read. */
    private long keptBytes;

    /** Null until the end, and if there is an error. */
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

    /** Notes that one more request asks the query. */
    void addRequest() {
        requests++;
    }

    /** Notes that all blocks come next, in a pass of so many scans. */
    void begin(int scans) {
        if (scan != null) {
            scan.begin(scans, requests);
        }
    }

    /** Scans the next part of these rows. Returns whether the query is done with them. */
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

    /** About how many bytes it keeps. */
    long keptBytes() {
        return keptBytes;
    }

    /** Ends the scan if it and the others keep too much. */
    void requireMemory(ScanMemory memory, List<RunningScan> scans) {
        try {
            memory.use(scans, this);
        } catch (QueryFailure tooMuch) {
            fail(tooMuch);
        }
    }

    /** Notes that the other thread is done with its blocks. Both are answered by this one. */
    void join(RunningScan ofOtherThread) {
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

    /** Whether it gives no answer. */
    boolean hasEnded() {
        return dropped || error != null;
    }

    /** The other thread may say so of this one's scan. */
    void isOfNoUse() {
        isOfNoUse = true;
    }

    /** Lets go of all that the scan keeps. */
    private void release() {
        scan = null;
        other = null;
        keptBytes = 0;
    }

    /** Notes that the scan ran for some time in the present slice. */
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
     * @param cpuShare of the slice in which the last one was, so far
     */
    void scanned(double cpuShare) {
        cpuNanos += (long) (nanosOfSlice * cpuShare);
        nanosOfSlice = 0;
    }

    /** Notes how long the scan took, unless it was dropped before its end. */
    void noteTime(ScanTimes times) {
        if (!dropped) {
            times.took(query, cpuNanos);
        }
    }

    /** The CPU time that it has used so far. */
    long cpuNanos() {
        return cpuNanos;
    }

    /** Whether the scan was ended because of the time that it used. */
    boolean tookTooLong() {
        return tookTooLong;
    }

    /** Stops scanning, because no request waits for this query in this pass any more. */
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
            // In the code of a scan, only the vector kernels depend on the JVM and its modules.
            context.fallBackToScalarKernels();
            consequence = " From now on scans of this partition run on scalar kernels.";
        }
        error = QueryError.ofDefect(failure, consequence);
    }

    byte[] partial() {
        return partial;
    }

    /** @param asked one of the equal queries, of which the first has run */
    QueryError errorOf(Scannable asked) {
        return error == null || asked.isWrittenAs(query) ? error : error.at(QueryError.InSql.NOWHERE);
    }
}
