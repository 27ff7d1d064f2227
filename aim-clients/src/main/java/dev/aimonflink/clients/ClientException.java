package dev.aimonflink.clients;

/** Reports a failure outside the client, such as the broker's; the message says what failed and what to do. */
public final class ClientException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public ClientException(String message) {
        super(message);
    }

    public ClientException(String message, Throwable cause) {
        super(message, cause);
    }
}
