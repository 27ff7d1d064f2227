package dev.aimonflink.gateway.http;

import dev.aimonflink.gateway.ask.Failure;
import dev.aimonflink.sql.SqlState;

/** The status of an error by its SQLSTATE, whose first two characters are its class. */
final class HttpStatus {
    static final int OK = 200;
    static final int NO_CONTENT = 204;
    static final int NOT_MODIFIED = 304;
    static final int BAD_REQUEST = 400;
    static final int UNAUTHORIZED = 401;
    static final int FORBIDDEN = 403;
    static final int NOT_FOUND = 404;
    static final int NOT_ALLOWED = 405;
    static final int NOT_ACCEPTABLE = 406;
    static final int TIMED_OUT = 408;
    static final int CONFLICT = 409;
    static final int TOO_LARGE = 413;
    static final int UNSUPPORTED_TYPE = 415;
    static final int TOO_MANY = 429;
    static final int DEFECT = 500;
    static final int UNAVAILABLE = 503;

    private HttpStatus() {}

    /** Whether it fails by what is asked, and so always. */
    static boolean isOfCall(Failure failure) {
        return of(failure, true) == BAD_REQUEST || of(failure, true) == FORBIDDEN;
    }

    /** @param isJobThere whether the job has answered lately: else a time-out is its absence */
    static int of(Failure failure, boolean isJobThere) {
        SqlState state = failure.state();
        return switch (state) {
            case INSUFFICIENT_PRIVILEGE -> FORBIDDEN;
            case INVALID_AUTHORIZATION, INVALID_PASSWORD -> UNAUTHORIZED;
            case SERIALIZATION_FAILURE, NOT_IN_STATE -> CONFLICT;
            case OUT_OF_MEMORY, TOO_MANY_CONNECTIONS -> TOO_MANY;
            case CANCELLED -> isJobThere ? TIMED_OUT : UNAVAILABLE;
            case ADMIN_SHUTDOWN, CONNECTION_FAILURE, IO_ERROR -> UNAVAILABLE;
            case INTERNAL_ERROR -> DEFECT;
            default -> BAD_REQUEST;
        };
    }
}
