package dev.aimonflink.clients;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/** Reads JSON over HTTP, such as Flink's REST interface. There is one HTTP client for all, since each has its own threads. */
public final class RestReader {
    private static final HttpClient HTTP = HttpClient.newHttpClient();
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int NOT_FOUND = 404;

    /**
     * An answer.
     *
     * @param body null unless the request succeeded
     */
    public record Reply(int status, JsonNode body) {
        public boolean isOk() {
            return body != null;
        }

        public boolean isNotFound() {
            return status == NOT_FOUND;
        }
    }

    private RestReader() {}

    /**
     * Returns the answer, whatever its status.
     *
     * @param limit for connection and answer together
     * @throws IOException if none came in time, or what came is no JSON
     */
    public static Reply send(HttpRequest.Builder request, Duration limit) throws IOException, InterruptedException {
        HttpResponse<String> answer = HTTP.send(request.timeout(limit).build(), BodyHandlers.ofString());
        boolean isOk = answer.statusCode() / 100 == 2;
        return new Reply(answer.statusCode(), isOk ? JSON.readTree(answer.body()) : null);
    }
}
