package dev.aimonflink.core.format;

import dev.aimonflink.core.model.Limits;
import dev.aimonflink.core.pass.QueryError;
import dev.aimonflink.core.pass.QueryError.Code;
import dev.aimonflink.sql.text.Spelling;

/** The first problem of a wrong request. Only this one is reported, because it may have caused the others. */
public final class FirstProblem {
    private QueryError error;

    public void malformed(String message) {
        report(Code.MALFORMED, message);
    }

    public void invalidParameter(String message) {
        report(Code.INVALID_PARAMETER, message);
    }

    public void report(Code code, String message) {
        report(new QueryError(code, message));
    }

    public void report(QueryError found) {
        error = error == null ? found : error;
    }

    /** The problem, or null. */
    public QueryError error() {
        return error;
    }

    /** A text, shortened for a message. */
    public static String shown(String text) {
        return Spelling.shortened(text, Limits.MAX_NAME_LENGTH);
    }
}
