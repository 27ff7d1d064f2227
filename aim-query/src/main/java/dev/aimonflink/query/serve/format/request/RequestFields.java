package dev.aimonflink.query.serve.format.request;

import dev.aimonflink.query.serve.pass.QueryError;
import dev.aimonflink.query.serve.request.AnswerOptions;
import java.util.Map;

/**
 * The readable fields of a request; ids and query are null if missing or wrong.
 *
 * @param cancel the id of the request to cancel, or null
 *
 * @param params null means the default
 */
record RequestFields(
        String requestId,
        String clientId,
        String query,
        String cancel,
        Map<String, Object> params,
        int timeoutMs,
        AnswerOptions options,
        QueryError problem) {}
