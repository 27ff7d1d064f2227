package dev.aimonflink.query.serve.format.request;

import dev.aimonflink.query.serve.pass.QueryError;
import dev.aimonflink.query.serve.pass.QueryError.Code;

/** The first problem of a wrong request; later ones are not reported, because it may have caused them. */
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

    QueryError error() {
        return error;
    }
}
