package dev.aimonflink.query.serve.format.request;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.aimonflink.matrix.format.Json;
import dev.aimonflink.matrix.format.JsonValues;
import dev.aimonflink.matrix.model.InvalidInputException;
import dev.aimonflink.matrix.model.Limits;
import dev.aimonflink.query.serve.request.AnswerOptions;
import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.query.serve.request.Parameter;
import java.io.IOException;
import java.util.Map;

/** Writes requests for {@link RequestParser}. */
public final class RequestCodec {
    /**
     * @param requestId the id of the result; null to let the job choose
     * @param clientId the key of the result
     */
    public byte[] encode(String requestId, String clientId, AskedQuery asked, int timeoutMs, AnswerOptions options) {
        if (requestId != null) {
            requireId("requestId", requestId);
        }
        requireId("clientId", clientId);
        return Json.write(out -> write(requestId, clientId, asked, timeoutMs, options, out));
    }

    public byte[] encodeCancel(String requestId, String clientId, String cancel) {
        requireId("requestId", requestId);
        requireId("clientId", clientId);
        requireId("cancel", cancel);
        return Json.write(out -> {
            out.writeStartObject();
            out.writeStringField("requestId", requestId);
            out.writeStringField("clientId", clientId);
            out.writeStringField("cancel", cancel);
            out.writeEndObject();
        });
    }

    /** Checked here, because the job cannot report an error to a client without a valid id. */
    private static void requireId(String name, String id) {
        if (id == null || id.isEmpty() || id.length() > Limits.MAX_NAME_LENGTH) {
            String given = id == null ? "null" : "a text of " + id.length() + " characters";
            throw new InvalidInputException(
                    name + " is " + given + ". Give it 1 to " + Limits.MAX_NAME_LENGTH + " characters.");
        }
    }

    private static void write(
            String requestId,
            String clientId,
            AskedQuery asked,
            int timeoutMs,
            AnswerOptions options,
            JsonGenerator out)
            throws IOException {
        out.writeStartObject();
        if (requestId != null) {
            out.writeStringField("requestId", requestId);
        }
        out.writeStringField("clientId", clientId);
        out.writeStringField("query", asked.query());
        out.writeObjectFieldStart("params");
        for (Map.Entry<String, Object> param : asked.params().entrySet()) {
            if (!param.getKey().equals(Parameter.MAX_ROWS)) {
                out.writeFieldName(param.getKey());
                JsonValues.writeScalar(param.getValue(), out);
            }
        }
        out.writeEndObject();
        out.writeNumberField("timeoutMs", timeoutMs);
        if (asked.params().get(Parameter.MAX_ROWS) instanceof Long rows) {
            out.writeObjectFieldStart("limits");
            out.writeNumberField("rows", rows);
            out.writeEndObject();
        }
        if (options.progress()) {
            out.writeBooleanField("progress", true);
        }
        if (options.onBehalfOf() != null) {
            out.writeStringField("onBehalfOf", options.onBehalfOf());
        }
        if (options.maxAgeMs() > 0) {
            out.writeNumberField("maxAgeMs", options.maxAgeMs());
        }
        if (!options.awaited().isEmpty()) {
            out.writeObjectFieldStart("freshness");
            out.writeObjectFieldStart("offsets");
            for (Map.Entry<Integer, Long> each : options.awaited().entrySet()) {
                out.writeNumberField(Integer.toString(each.getKey()), each.getValue());
            }
            out.writeEndObject();
            out.writeEndObject();
        }
        out.writeEndObject();
    }
}
