package dev.aimonflink.core.model;

/** Something that a user gave us is wrong; the message says what, with its value, and the mend. */
public class InvalidInputException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public InvalidInputException(String message) {
        super(message);
    }

    public InvalidInputException(String message, Throwable cause) {
        super(message, cause);
    }
}
