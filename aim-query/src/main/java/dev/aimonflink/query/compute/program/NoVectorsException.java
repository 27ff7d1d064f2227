package dev.aimonflink.query.compute.program;

/**
 * Thrown while compiling an expression that has no vectors for certain, and by a program that meets cells it cannot compute with. The row
 * evaluator takes over.
 */
public final class NoVectorsException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** @param reason in the words of EXPLAIN why rows are computed one by one */
    public NoVectorsException(String reason) {
        super(reason, null, false, false);
    }
}
