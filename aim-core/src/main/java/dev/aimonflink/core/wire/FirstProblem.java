package dev.aimonflink.core.wire;

import dev.aimonflink.core.matrix.QueryError;
import dev.aimonflink.core.matrix.QueryError.Code;

/** What a client is told of a wrong request: one problem, the first, because it may have made the others. */
final class FirstProblem {
    /** Long enough for names; a longer one is a mistake and is not echoed in full. */
    static final int MAX_NAME_LENGTH = 256;

    private QueryError error;

    void malformed(String message) {
        report(Code.MALFORMED, message);
    }

    void invalidParameter(String message) {
        report(Code.INVALID_PARAMETER, message);
    }

    void report(Code code, String message) {
        if (error == null) {
            error = new QueryError(code, message);
        }
    }

    /** Null for none. */
    QueryError error() {
        return error;
    }

    /** As much of a text as a message holds. */
    static String shown(String text) {
        return text.length() <= MAX_NAME_LENGTH ? text : text.substring(0, MAX_NAME_LENGTH) + "...";
    }
}
