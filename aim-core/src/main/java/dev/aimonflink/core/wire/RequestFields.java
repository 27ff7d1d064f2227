package dev.aimonflink.core.wire;

import dev.aimonflink.core.matrix.QueryError;
import java.util.Map;

/**
 * What could be read of a request. Ids and query are null where it does not tell them.
 *
 * @param params null stands for the default
 * @param problem null for none
 */
record RequestFields(
        String requestId,
        String clientId,
        String query,
        Map<String, Object> params,
        int timeoutMs,
        QueryError problem) {}
