package dev.aimonflink.matrix.model;

/** An error in a user's input. The message says what is wrong, with its value, and how to fix it. */
public class InvalidInputException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public InvalidInputException(String message) {
        super(message);
    }

    public InvalidInputException(String message, Throwable cause) {
        super(message, cause);
    }
}
