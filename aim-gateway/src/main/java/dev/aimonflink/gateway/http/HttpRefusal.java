package dev.aimonflink.gateway.http;

import dev.aimonflink.gateway.ask.Failure;
import dev.aimonflink.sql.SqlState;
import java.util.Map;

/** Why a call is not answered, where HTTP has a status of its own for it. */
final class HttpRefusal extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int status;
    private final transient Failure failure;
    private final transient Map<String, String> headers;

    private HttpRefusal(int status, Failure failure, Map<String, String> headers) {
        super(failure.getMessage(), null, false, false);
        this.status = status;
        this.failure = failure;
        this.headers = headers;
    }

    static HttpRefusal of(int status, SqlState state, String message) {
        return with(status, state, message, Map.of());
    }

    static HttpRefusal with(int status, SqlState state, String message, Map<String, String> headers) {
        return new HttpRefusal(status, Failure.of(state, message), headers);
    }

    static HttpRefusal badRequest(String message) {
        return of(HttpStatus.BAD_REQUEST, SqlState.PROTOCOL_VIOLATION, message);
    }

    int status() {
        return status;
    }

    Failure failure() {
        return failure;
    }

    Map<String, String> headers() {
        return headers;
    }
}
