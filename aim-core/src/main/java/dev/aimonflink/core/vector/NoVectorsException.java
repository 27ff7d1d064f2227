package dev.aimonflink.core.vector;

/** Thrown while an expression is compiled that has no vectors, or not with certainty. The row evaluator computes it instead. */
final class NoVectorsException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    NoVectorsException(String reason) {
        super(reason, null, false, false);
    }
}
