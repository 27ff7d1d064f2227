package dev.aimonflink.lab.twin;

import dev.aimonflink.query.serve.format.request.RequestOutcome;
import dev.aimonflink.query.serve.format.request.RequestParser;
import dev.aimonflink.query.serve.format.result.ResultCodec;
import dev.aimonflink.query.serve.pass.QueryError.Code;
import dev.aimonflink.query.serve.request.Catalogue;
import dev.aimonflink.query.serve.request.QueryResult;
import dev.aimonflink.query.serve.request.Request;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Checks in the topics that each request has an answer or an explicit error; the first one counts. A restart may repeat a request or report
 * its interruption, so there may be as many answers as starts of the job.
 */
public final class Replies {
    /** Errors that a restart may cause, and that of a cancellation after the answer. */
    private static final Set<Code> EXCUSED =
            EnumSet.of(Code.RESTARTED, Code.WINDOW_TURNED, Code.TIMED_OUT, Code.OVERLOADED, Code.NOT_IN_FLIGHT);

    private final Map<String, Request> requests = new LinkedHashMap<>();
    private final Map<String, List<QueryResult>> results = new HashMap<>();

    /** @param firstOffset of the checked requests: the job may not have read earlier ones */
    public Replies(
            List<ConsumerRecord<byte[], byte[]>> queries,
            long firstOffset,
            List<ConsumerRecord<byte[], byte[]>> answers,
            Catalogue catalogue) {
        RequestParser parser = new RequestParser(catalogue);
        for (ConsumerRecord<byte[], byte[]> query : queries) {
            RequestOutcome parsed = parser.parse(query.value(), "query at " + query.offset(), query.timestamp());
            if (query.offset() >= firstOffset && parsed instanceof RequestOutcome.Accepted accepted) {
                requests.put(accepted.request().requestId(), accepted.request());
            }
        }
        ResultCodec codec = new ResultCodec();
        for (ConsumerRecord<byte[], byte[]> answer : answers) {
            QueryResult result = codec.decode(answer.value());
            results.computeIfAbsent(result.requestId(), id -> new ArrayList<>()).add(result);
        }
    }

    int asked() {
        return requests.size();
    }

    public boolean areComplete() {
        return results.keySet().containsAll(requests.keySet());
    }

    /** The counts of first answers by OK or error code. */
    public Map<String, Integer> byOutcome() {
        Map<String, Integer> counts = new TreeMap<>();
        for (String id : requests.keySet()) {
            List<QueryResult> all = results.getOrDefault(id, List.of());
            if (!all.isEmpty()) {
                counts.merge(outcome(all.get(0)), 1, Integer::sum);
            }
        }
        return counts;
    }

    private static String outcome(QueryResult result) {
        return result.error() == null ? "OK" : result.error().code().name();
    }

    /** Answers to requests that already had one. */
    public long repeated() {
        return requests.keySet().stream()
                .mapToLong(id -> Math.max(0, results.getOrDefault(id, List.of()).size() - 1))
                .sum();
    }

    /**
     * Returns what is wrong, in sentences.
     *
     * @param starts of the job, including restarts
     */
    public List<String> differences(long starts) {
        List<String> differences = new ArrayList<>();
        requests.forEach((id, request) -> {
            List<QueryResult> all = results.getOrDefault(id, List.of());
            String name = "Request " + id + " (" + request.asked().query() + ")";
            if (all.isEmpty()) {
                differences.add(name + " has no answer.");
            }
            if (all.size() > starts) {
                differences.add(name + " has " + all.size() + " answers, of a job that started " + starts + " times.");
            }
            for (QueryResult result : all) {
                if (!result.clientId().equals(request.clientId())
                        || !request.asked().query().equals(result.query())) {
                    differences.add(name + " has the answer of another: " + result.query() + " of client "
                            + result.clientId() + ".");
                }
                if (result.error() != null && !EXCUSED.contains(result.error().code())) {
                    differences.add(name + " was answered " + result.error().code() + ": "
                            + result.error().message());
                }
            }
        });
        return differences;
    }
}
