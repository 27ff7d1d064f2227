package dev.aimonflink.matrix.model;

/** An error in the input of a user. The message says what is wrong, with its value, and how to fix it. */
public class InvalidInputException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public InvalidInputException(String message) {
        super(message);
    }

    public InvalidInputException(String message, Throwable cause) {
        super(message, cause);
    }
}
