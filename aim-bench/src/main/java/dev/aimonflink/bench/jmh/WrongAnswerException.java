package dev.aimonflink.bench.jmh;

/** A benchmark computed a wrong result, so its figures mean nothing. */
final class WrongAnswerException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    WrongAnswerException(String message) {
        super(message);
    }
}
