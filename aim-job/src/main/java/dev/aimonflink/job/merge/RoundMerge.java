package dev.aimonflink.job.merge;

import dev.aimonflink.query.serve.format.result.ResultRecords;
import dev.aimonflink.query.serve.pass.Part;
import dev.aimonflink.query.serve.pass.QueryError;
import dev.aimonflink.query.serve.pass.QueryFailure;
import dev.aimonflink.query.serve.request.Answer;
import dev.aimonflink.query.serve.request.Query;
import dev.aimonflink.query.serve.request.QueryResult;
import dev.aimonflink.query.serve.request.Request;
import dev.aimonflink.query.serve.request.ScanQuery;
import java.util.List;
import java.util.function.Supplier;

/**
 * The merger's computation for a request's complete round: the answer, or the values for the second round. It uses nothing of the merger's
 * state, so any thread may run it.
 */
final class RoundMerge {
    /** At most a millisecond or two of merging. */
    static final int SHORT_BYTES = 64 * 1024;

    /** Likewise for what is computed behind the merge. */
    private static final int SHORT_ROWS = 4 * 1024;

    /** The least size of a sent row: a few small values, and its part of the frame. */
    private static final int ROW_BYTES = 16;

    private static final QueryError NOT_MERGED =
            new QueryError(QueryError.Code.INTERNAL, "The parts could not be merged; the job's log has the details.");

    private final Request request;

    /** Null in the first round. */
    private final byte[] values;

    private final List<Part> parts;
    private final PlannedTexts texts;
    private final Supplier<Query> query;
    private final String run;
    private final long nowMs;

    /** One of: the answer, the values of a second round, or an error, perhaps with the defect behind it. */
    record Outcome(ResultRecords.Encoded answer, byte[] values, QueryError error, Throwable defect) {
        static Outcome failed(QueryError error) {
            return new Outcome(null, null, error, null);
        }
    }

    /** @param runOrNull for {@link QueryResult#ofRun} */
    RoundMerge(
            Request request, byte[] valuesOrNull, List<Part> parts, PlannedTexts texts, String runOrNull, long nowMs) {
        this.request = request;
        values = valuesOrNull;
        this.parts = parts;
        this.texts = texts;
        query = texts.queryOf(request);
        run = runOrNull;
        this.nowMs = nowMs;
    }

    String requestKey() {
        return request.key();
    }

    String payer() {
        return request.payer();
    }

    /** Whether it takes no longer than other messages to the merger may wait. */
    boolean isShort() {
        if (hasFailed()) {
            return true;
        }
        long bytes = parts.stream().mapToLong(part -> part.partial().length).sum();
        try {
            return bytes <= SHORT_BYTES
                    && hasPlan()
                    && (values == null ? query.get() : second(query.get())).rowsToMerge(bytes / ROW_BYTES)
                            <= SHORT_ROWS;
        } catch (StackOverflowError deep) {
            return false;
        } catch (RuntimeException failure) {
            return true; // to run it shows what is wrong
        }
    }

    private boolean hasFailed() {
        return parts.stream().anyMatch(part -> part.error() != null);
    }

    private boolean hasPlan() {
        return texts.isKnown(request) && (values == null || texts.isSecondKnown(request.key(), values));
    }

    private boolean isFirstOfTwo(Query first) {
        return values == null && hasTwo(first);
    }

    private boolean hasTwo(Query first) {
        return first instanceof ScanQuery scan && scan.hasSecondRound() && !hasFailed();
    }

    private Query second(Query first) {
        return texts.secondOf(request, (ScanQuery) first, values);
    }

    /** Whether partitions hold their cut, and only wait, until a second round begins. */
    boolean isUrgent() {
        try {
            return hasPlan() && isFirstOfTwo(query.get());
        } catch (RuntimeException | StackOverflowError failure) {
            return false; // to run it shows what is wrong
        }
    }

    /** Everything except exhausting the JVM's memory becomes an outcome, because no request may fail the job. */
    Outcome run(Answer answer, ResultRecords results) {
        long startNanos = System.nanoTime();
        try {
            Query asked = query.get();
            if (isFirstOfTwo(asked)) {
                Answer.Between between = answer.between(request, (ScanQuery) asked, parts);
                return between.failed() == null
                        ? new Outcome(null, between.values(), null, null)
                        : answered(between.failed(), results);
            }
            QueryResult result = answer.of(request, hasTwo(asked) ? second(asked) : asked, parts, 0);
            return answered(result.withMergeMicros((System.nanoTime() - startNanos) / 1000), results);
        } catch (RuntimeException | StackOverflowError defect) {
            return defect instanceof QueryFailure known && known.getCause() == null
                    ? Outcome.failed(known.error())
                    : new Outcome(null, null, NOT_MERGED, defect);
        }
    }

    private Outcome answered(QueryResult result, ResultRecords results) {
        return new Outcome(results.of(result.ofRun(run), nowMs), null, null, null);
    }
}
