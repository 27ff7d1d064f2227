package dev.aimonflink.clients;

import dev.aimonflink.query.serve.format.result.ResultChunk;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The chunks of incomplete long answers, in any order and with repetitions. Chunks of different attempts of the job are kept apart, because
 * they may have different rows. Thread-safe.
 *
 * <p>Records are kept unparsed, because parsing would take several times the memory.
 */
final class LongAnswers {
    /** The most bytes of all chunks: eight of the longest answers. */
    static final int MAX_BYTES = 64 * 1024 * 1024;

    /** The most attempts kept for a request; a further one replaces the oldest. */
    static final int MAX_ATTEMPTS = 4;

    private final int maxBytes;
    private final Map<String, Map<Attempt, byte[][]>> byRequest = new HashMap<>();
    private int bytes;

    LongAnswers() {
        this(MAX_BYTES);
    }

    LongAnswers(int maxBytes) {
        this.maxBytes = maxBytes;
    }

    /** A different last chunk also means a different answer. */
    private record Attempt(long number, int last) {}

    /**
     * Keeps a chunk. Returns all chunks of its answer if it was the last one missing, else an empty list.
     *
     * @throws ClientException if there is no room for it; the request's other chunks stay
     */
    synchronized List<byte[]> add(String requestId, ResultChunk chunk, byte[] json) {
        Map<Attempt, byte[][]> attempts = byRequest.computeIfAbsent(requestId, id -> new LinkedHashMap<>());
        byte[][] chunks = attempts.computeIfAbsent(
                new Attempt(chunk.attempt(), chunk.last()), attempt -> new byte[attempt.last() + 1][]);
        if (attempts.size() > MAX_ATTEMPTS) {
            Attempt oldest = attempts.keySet().iterator().next();
            bytes -= bytesOf(attempts.remove(oldest));
        }
        if (chunks[chunk.n()] != null) {
            return List.of();
        }
        if (json.length > maxBytes - bytes) {
            throw new ClientException("The chunks of long answers to this client have more than " + maxBytes
                    + " bytes together. Ask for fewer long answers at a time.");
        }
        chunks[chunk.n()] = json;
        bytes += json.length;
        return missing(chunks) == 0 ? List.of(chunks) : List.of();
    }

    private static int bytesOf(byte[][] chunks) {
        return Arrays.stream(chunks)
                .filter(Objects::nonNull)
                .mapToInt(chunk -> chunk.length)
                .sum();
    }

    private static int missing(byte[][] chunks) {
        return (int) Arrays.stream(chunks).filter(Objects::isNull).count();
    }

    /** Says how much of an answer has come, as in {@code Only 2 of 4 chunks of the}, or {@code No}. */
    synchronized String share(String requestId) {
        Map<Attempt, byte[][]> attempts = byRequest.getOrDefault(requestId, Map.of());
        byte[][] best = new byte[0][];
        for (byte[][] chunks : attempts.values()) {
            best = best.length == 0 || missing(chunks) < missing(best) ? chunks : best;
        }
        return best.length == 0
                ? "No"
                : "Only " + (best.length - missing(best)) + " of " + best.length + " chunks of the";
    }

    synchronized void forget(String requestId) {
        Map<Attempt, byte[][]> attempts = byRequest.remove(requestId);
        if (attempts != null) {
            attempts.values().forEach(chunks -> bytes -= bytesOf(chunks));
        }
    }

    synchronized int bytes() {
        return bytes;
    }
}
