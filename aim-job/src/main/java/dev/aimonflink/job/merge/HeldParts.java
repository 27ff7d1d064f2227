package dev.aimonflink.job.merge;

import dev.aimonflink.job.message.MergeInput;
import dev.aimonflink.job.message.MergeInput.Arrival;
import dev.aimonflink.query.serve.pass.Part;
import dev.aimonflink.query.serve.pass.QueryError;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.state.ListState;

/**
 * The parts of the requests that a merger has not answered yet, of this attempt. Their total size is bounded: a part beyond it is kept as
 * an error, which answers its request. Methods are about the request that is the current key.
 */
final class HeldParts {
    /** Ten partials of the largest size. */
    static final long MAX_BYTES = 10L * Part.MAX_PARTIAL_BYTES;

    static final QueryError TOO_MANY = new QueryError(
            QueryError.Code.OVERLOADED,
            "The parts of unfinished answers have more than " + MAX_BYTES
                    + " bytes together. Ask again later, or for fewer long answers at a time.");

    /** Apart from the request, so that a new part does not rewrite earlier ones on RocksDB. */
    private final ListState<MergeInput> parts;

    private final Map<String, Long> bytesByRequest = new HashMap<>();
    private long bytes;

    HeldParts(ListState<MergeInput> parts) {
        this.parts = parts;
    }

    Part add(Part part) throws Exception {
        int length = part.partial() == null ? 0 : part.partial().length;
        Part kept = length <= MAX_BYTES - bytes ? part : part.failed(TOO_MANY);
        if (kept.partial() != null) {
            bytes += length;
            bytesByRequest.merge(part.requestKey(), (long) length, Long::sum);
        }
        parts.add(new Arrival(kept));
        return kept;
    }

    List<Part> all() throws Exception {
        List<Part> all = new ArrayList<>();
        parts.get().forEach(input -> all.add(((Arrival) input).part()));
        return all;
    }

    /** @param requestKey must be the current key */
    void clear(String requestKey) {
        parts.clear();
        Long had = bytesByRequest.remove(requestKey);
        bytes -= had == null ? 0 : had;
        assert bytes == bytesByRequest.values().stream().mapToLong(each -> each).sum() : "bytes=" + bytes;
    }
}
