package dev.aimonflink.query.serve.format.result;

/**
 * The place of a record in a long answer, which has the rows of all chunks of one attempt in order.
 *
 * @param n from 0 on
 * @param attempt distinguishes the answers that the job made before and after a restart: their chunks may have different rows
 * @param statement the statement of a batch, from 0 on
 */
public record ResultChunk(int n, int last, long attempt, int statement) {
    /** Far more than the largest result needs, unless its rows are very long. */
    public static final int MAX_CHUNKS = 32;
}
