package dev.aimonflink.core.wire;

import dev.aimonflink.core.matrix.QueryError;
import dev.aimonflink.core.matrix.QueryError.Code;

/** The first problem of a wrong request. Only this one is reported, because it may have caused the others. */
final class FirstProblem {
    /** The longest name that is accepted; a longer one is a mistake and is not echoed in full. */
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

    /** The problem, or null. */
    QueryError error() {
        return error;
    }

    /** A text, shortened for a message. */
    static String shown(String text) {
        return text.length() <= MAX_NAME_LENGTH ? text : text.substring(0, MAX_NAME_LENGTH) + "...";
    }
}
