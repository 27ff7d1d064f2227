package dev.aimonflink.query.serve.format.request;

import dev.aimonflink.query.serve.pass.QueryError;
import dev.aimonflink.query.serve.request.AnswerOptions;
import java.util.Map;

/**
 * The fields of a request that could be read. Ids and query are null if they are missing or wrong.
 *
 * @param cancel the id of another request, which this one cancels; null for none
 *
 * @param params null stands for the default
 * @param problem null for none
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
