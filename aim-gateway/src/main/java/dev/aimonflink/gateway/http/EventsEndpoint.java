package dev.aimonflink.gateway.http;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.aimonflink.clients.RecordPublisher.Place;
import dev.aimonflink.gateway.ask.Failure;
import dev.aimonflink.gateway.topics.EventsWriter;
import dev.aimonflink.gateway.topics.EventsWriter.Written;
import dev.aimonflink.matrix.format.Json;
import dev.aimonflink.sql.SqlState;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Writes events to the job's topic, all or, if one is wrong, none.
 *
 * <pre>
 * POST /v1/events
 * [{"subscriberId":7,"timestamp":1795132800000,"durationSeconds":61,"cost":1.25,"longDistance":true}]
 *
 * Aim-Progress: 0-813
 * {"written":1,"offsets":{"0":813}}
 * </pre>
 */
final class EventsEndpoint implements Endpoint {
    private static final int MOST = 10_000;
    private static final String LINES = "application/x-ndjson";
    private static final Set<String> TYPES = Set.of("application/json", LINES);
    private static final ObjectMapper JSON = new ObjectMapper();

    private final CallSessions requests;
    private final EventsWriter writer;

    EventsEndpoint(CallSessions requests, EventsWriter writer) {
        this.requests = requests;
        this.writer = writer;
    }

    @Override
    public void answer(Call call) throws IOException {
        if (!TYPES.contains(call.type())) {
            throw HttpRefusal.of(
                    HttpStatus.UNSUPPORTED_TYPE,
                    SqlState.NOT_SUPPORTED,
                    "The body is of type \"" + call.type() + "\". Send Content-Type: application/json, or " + LINES
                            + " with an event a line (curl --data-binary, as -d drops the ends of lines).");
        }
        List<byte[]> events = call.type().equals(LINES) ? lines(call) : elements(call);
        if (events.isEmpty() || events.size() > MOST) {
            throw HttpRefusal.badRequest("There are " + (events.isEmpty() ? "0" : "more than " + MOST)
                    + " events. Send 1 to " + MOST + " at a time.");
        }
        Written[] written = new Written[1];
        requests.run(
                call,
                session -> written[0] = session.during("POST /v1/events: " + events.size(), () -> {
                    List<EventsWriter.Keyed> checked = writer.check(
                            requests.gateway().watch().requireKnown().model(), events);
                    session.check();
                    return writer.write(checked, session::check);
                }));
        answer(call, written[0]);
    }

    private static void answer(Call call, Written written) throws IOException {
        Map<Integer, Long> offsets = written.offsets();
        if (!offsets.isEmpty()) {
            call.say(
                    CallSessions.PROGRESS,
                    offsets.entrySet().stream()
                            .map(each -> each.getKey() + "-" + each.getValue())
                            .collect(Collectors.joining(".")));
        }
        ObjectNode answer = JSON.createObjectNode();
        if (written.fault() == null) {
            answer.put("written", written.places().size());
            answer.set("offsets", JSON.valueToTree(offsets));
            call.answer(HttpStatus.OK, AnswerFormat.JSON.type(), JSON.writeValueAsBytes(answer));
            return;
        }
        List<Place> places = written.places();
        long lost = places.stream().filter(each -> each == null).count();
        answer = (ObjectNode)
                JSON.readTree(
                        Dispatcher.bytesOf(
                                Failure.of(
                                        SqlState.CONNECTION_FAILURE,
                                        lost + " of " + places.size() + " events were not acknowledged: "
                                                + written.fault()
                                                + " Send those that \"written\" does not list again; one that was written after all counts twice.")));
        ArrayNode numbers = answer.putArray("written");
        for (int i = 0; i < places.size(); i++) {
            if (places.get(i) != null) {
                numbers.add(i + 1);
            }
        }
        answer.set("offsets", JSON.valueToTree(offsets));
        call.say("Retry-After", "1");
        call.answer(HttpStatus.UNAVAILABLE, AnswerFormat.JSON.type(), JSON.writeValueAsBytes(answer));
    }

    private static List<byte[]> lines(Call call) throws IOException {
        return call.text()
                .lines()
                .filter(line -> !line.isBlank())
                .limit(MOST + 1)
                .map(line -> line.getBytes(StandardCharsets.UTF_8))
                .toList();
    }

    /** As they are in the body: an event is read once, by the model. */
    private static List<byte[]> elements(Call call) throws IOException {
        byte[] body = call.body();
        List<byte[]> events = new ArrayList<>();
        try (JsonParser parser = Json.FACTORY.createParser(body)) {
            parser.enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION);
            JsonToken first = parser.nextToken();
            if (first == JsonToken.START_OBJECT) {
                events.add(element(body, parser));
            } else if (first == JsonToken.START_ARRAY) {
                while (events.size() <= MOST && parser.nextToken() != JsonToken.END_ARRAY) {
                    events.add(element(body, parser));
                }
            } else {
                throw HttpRefusal.badRequest(
                        "The body is no event. Send an array of objects of JSON, an object, or, with Content-Type: "
                                + LINES + ", an object a line.");
            }
            if (events.size() <= MOST && parser.nextToken() != null) {
                throw HttpRefusal.badRequest("Something follows the events. Send one array of JSON.");
            }
        } catch (JsonProcessingException wrong) {
            throw Call.noJson(wrong);
        }
        return events;
    }

    private static byte[] element(byte[] body, JsonParser parser) throws IOException {
        int begin = (int) parser.currentTokenLocation().getByteOffset();
        parser.skipChildren();
        parser.finishToken();
        int end = (int) parser.currentLocation().getByteOffset();
        if (begin < 0) {
            throw HttpRefusal.badRequest("The body is not in UTF-8. Send it in UTF-8.");
        }
        return Arrays.copyOfRange(body, begin, end);
    }
}
