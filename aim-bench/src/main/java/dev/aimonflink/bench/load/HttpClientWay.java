package dev.aimonflink.bench.load;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.query.serve.request.QueryResult;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.net.HttpURLConnection;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;

/**
 * Asks a gateway over HTTP what others ask through Kafka, by the JDK's blocking client, which keeps connections, as drivers of databases block. (Its
 * {@code HttpClient} wakes two more threads for each call.) Thread-safe.
 */
public final class HttpClientWay {
    private static final ObjectMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();

    private final URI address;
    private final String bearer;

    /** @param token of the gateway */
    public HttpClientWay(URI gateway, String token) {
        // Else five connections would be kept, and each further call would open one.
        System.setProperty("http.maxConnections", "64");
        address = gateway.resolve("/v1/sql");
        bearer = "Bearer " + token;
    }

    public QueryResult answer(AskedQuery call) {
        ObjectNode body = JSON.createObjectNode()
                .put("statement", call.params().get("text").toString());
        ArrayNode parameters = body.putArray("parameters");
        for (int i = 1; call.params().containsKey(Integer.toString(i)); i++) {
            parameters.addPOJO(call.params().get(Integer.toString(i)));
        }
        try {
            HttpURLConnection request = (HttpURLConnection) address.toURL().openConnection();
            request.setRequestMethod("POST");
            request.setDoOutput(true);
            request.setRequestProperty("Authorization", bearer);
            request.setRequestProperty("Content-Type", "application/json");
            try (OutputStream out = request.getOutputStream()) {
                out.write(JSON.writeValueAsBytes(body));
            }
            try (InputStream in = request.getResponseCode() == HttpURLConnection.HTTP_OK
                    ? request.getInputStream()
                    : request.getErrorStream()) {
                JsonNode answer = JSON.readTree(in.readAllBytes());
                if (!answer.has("rows")) {
                    throw new IllegalStateException(answer.toString());
                }
                return JdbcClient.answer(call, rows(answer));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<List<Object>> rows(JsonNode answer) {
        List<List<Object>> rows = new ArrayList<>();
        for (JsonNode row : answer.get("rows")) {
            List<Object> values = new ArrayList<>();
            for (int i = 0; i < row.size(); i++) {
                values.add(value(
                        row.get(i), answer.get("columns").get(i).get("type").textValue()));
            }
            rows.add(values);
        }
        return rows;
    }

    /** A number that a double does not keep is a text. */
    private static Object value(JsonNode value, String type) {
        return switch (type) {
            case "smallint", "integer", "bigint" -> value.isNull() ? null : Long.valueOf(value.asText());
            case "numeric" -> value.isNull() ? null : new BigDecimal(value.asText());
            case "double precision" -> value.isNull() ? null : Double.valueOf(value.asText());
            case "boolean" -> value.isNull() ? null : value.booleanValue();
            default -> value.isNull() ? null : value.asText();
        };
    }
}
