package dev.aimonflink.clients;

/** Something outside us failed, such as the broker; the message says what, and what to do about it. */
public final class ClientException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public ClientException(String message) {
        super(message);
    }

    public ClientException(String message, Throwable cause) {
        super(message, cause);
    }
}
