package dev.aimonflink.query.serve.format.result;

/**
 * The place of a record among those of a long answer. The answer has the rows of all chunks of one attempt, in their order.
 *
 * @param n the chunk's number, from 0 on
 * @param last the number of the last chunk
 * @param attempt tells apart the answers to one request that the job made before and after a restart: chunks of different attempts may
 *     have different rows
 * @param statement the number of the statement of a batch whose rows these are, from 0 on
 */
public record ResultChunk(int n, int last, long attempt, int statement) {
    /** Far more than a result of the largest size needs, unless its rows are very long. */
    public static final int MAX_CHUNKS = 32;
}
