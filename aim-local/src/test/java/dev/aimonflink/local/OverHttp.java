package dev.aimonflink.local;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** Asks one statement over HTTP, whose only row has numbers, and watches it. Both go on behind what they have seen. */
final class OverHttp {
    static final String ANSWERS = "HTTP";
    static final String EVENTS = "watched";

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration TIMEOUT = Duration.ofSeconds(90);

    /** Ask again. */
    private static final Set<Integer> EXCUSED = Set.of(408, 409, 429, 503);

    private final HttpClient client = HttpClient.newHttpClient();
    private final URI gateway;
    private final String token;
    private final String statement;

    /** Of the last answer, and of the last event. */
    private String progress;

    private String lastEventId;

    OverHttp(URI gateway, String token, String statement) {
        this.gateway = gateway;
        this.token = token;
        this.statement = statement;
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(gateway.resolve(path)).header("Authorization", "Bearer " + token);
    }

    /** The numbers; empty if it has to be asked again. */
    Optional<List<Long>> ask() throws IOException, InterruptedException {
        HttpRequest.Builder request = request("/v1/sql")
                .timeout(TIMEOUT)
                .header("Content-Type", "text/plain")
                .POST(HttpRequest.BodyPublishers.ofString(statement));
        if (progress != null) {
            request.header("Aim-Freshness", progress);
        }
        HttpResponse<String> answer = client.send(request.build(), HttpResponse.BodyHandlers.ofString());
        if (EXCUSED.contains(answer.statusCode())) {
            return Optional.empty();
        }
        if (answer.statusCode() != 200) {
            throw new IOException(answer.statusCode() + " " + answer.body());
        }
        progress = answer.headers().firstValue("Aim-Progress").orElse(progress);
        return Optional.of(numbers(JSON.readTree(answer.body())));
    }

    /** Passes the numbers of each event on; returns when the stream ends, or when it is over. */
    void watch(BooleanSupplier isOver, Consumer<List<Long>> events) throws IOException, InterruptedException {
        HttpRequest.Builder request =
                request("/v1/watch?every=100ms&sql=" + URLEncoder.encode(statement, StandardCharsets.UTF_8));
        if (lastEventId != null) {
            request.header("Last-Event-ID", lastEventId);
        }
        HttpResponse<InputStream> answer = client.send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
        try (BufferedReader in = new BufferedReader(new InputStreamReader(answer.body(), StandardCharsets.UTF_8))) {
            if (answer.statusCode() != 200 && !EXCUSED.contains(answer.statusCode())) {
                throw new IOException(answer.statusCode() + " " + in.readLine());
            }
            String id = null;
            String kind = "";
            for (String line = in.readLine(); line != null && !isOver.getAsBoolean(); line = in.readLine()) {
                if (line.startsWith("id: ")) {
                    id = line.substring("id: ".length());
                } else if (line.startsWith("event: ")) {
                    kind = line.substring("event: ".length());
                } else if (line.startsWith("data: ") && kind.equals("answer")) {
                    lastEventId = id;
                    events.accept(numbers(JSON.readTree(line.substring("data: ".length()))));
                }
            }
        }
    }

    private static List<Long> numbers(JsonNode answer) {
        List<Long> numbers = new ArrayList<>();
        answer.at("/rows/0").forEach(each -> numbers.add(each.asLong()));
        return numbers;
    }
}
