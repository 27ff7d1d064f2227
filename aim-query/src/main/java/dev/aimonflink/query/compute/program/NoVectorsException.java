package dev.aimonflink.query.compute.program;

/**
 * Thrown while an expression is compiled that has no vectors, or not with certainty, and while a program finds cells that it cannot
 * compute with. The row evaluator computes it instead.
 */
public final class NoVectorsException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** @param reason in the words of an EXPLAIN: why rows are computed one by one */
    public NoVectorsException(String reason) {
        super(reason, null, false, false);
    }
}
