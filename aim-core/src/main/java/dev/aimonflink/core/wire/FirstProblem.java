package dev.aimonflink.core.wire;

import dev.aimonflink.core.matrix.QueryError;
import dev.aimonflink.core.matrix.QueryError.Code;
import dev.aimonflink.core.model.Limits;
import dev.aimonflink.sql.text.Spelling;

/** The first problem of a wrong request. Only this one is reported, because it may have caused the others. */
final class FirstProblem {
    private QueryError error;

    void malformed(String message) {
        report(Code.MALFORMED, message);
    }

    void invalidParameter(String message) {
        report(Code.INVALID_PARAMETER, message);
    }

    void report(Code code, String message) {
        report(new QueryError(code, message));
    }

    void report(QueryError found) {
        error = error == null ? found : error;
    }

    /** The problem, or null. */
    QueryError error() {
        return error;
    }

    /** A text, shortened for a message. */
    static String shown(String text) {
        return Spelling.shortened(text, Limits.MAX_NAME_LENGTH);
    }
}
