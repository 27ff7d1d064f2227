package dev.aimonflink.query.serve.partition;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.aimonflink.matrix.calls.CallModel;
import dev.aimonflink.matrix.calls.CallProfiles;
import dev.aimonflink.matrix.calls.PresetModels;
import dev.aimonflink.matrix.calls.wire.CallCodec;
import dev.aimonflink.matrix.layout.MatrixSchema;
import dev.aimonflink.matrix.setup.EventFormat;
import dev.aimonflink.query.ask.cut.AnswerLimits;
import dev.aimonflink.query.serve.format.request.RequestOutcome;
import dev.aimonflink.query.serve.format.request.RequestOutcome.Accepted;
import dev.aimonflink.query.serve.format.request.RequestOutcome.Refused;
import dev.aimonflink.query.serve.format.request.RequestParser;
import dev.aimonflink.query.serve.format.result.ResultCodec;
import dev.aimonflink.query.serve.format.result.ResultRecords;
import dev.aimonflink.query.serve.request.Catalogue;
import dev.aimonflink.query.serve.request.Parameter;
import dev.aimonflink.query.serve.request.QueryResult;
import dev.aimonflink.query.serve.request.Request;
import dev.aimonflink.query.setup.Catalogues;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Compares the queries on the page of formats with the catalogue, and their answers with those of a matrix of two partitions. */
class QueriesPageTest {
    private static final Path PAGE = Path.of("..", "docs", "formats.md");

    private static final MatrixSchema SCHEMA = CallModel.schema(CallModel.AGGREGATES_PER_COPY);

    /** The place of the examples' requests in Kafka, which is the id of a request without one. */
    private static final String POSITION = "aim.queries.v1-0-42";

    /** Keeps the cents of amounts: 1.00 is not 1.0. */
    private final ObjectMapper json = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .build();

    private final Catalogue catalogue = Catalogues.of(SCHEMA);

    private static String page() throws IOException {
        return Files.readString(PAGE);
    }

    /** The fenced blocks whose opening fence has these words. */
    private static List<String> blocks(String words) throws IOException {
        return groups("(?ms)^```" + words + "\\n(.*?)^```$", page());
    }

    private static List<String> groups(String pattern, String text) {
        return Pattern.compile(pattern)
                .matcher(text)
                .results()
                .map(match -> match.group(1))
                .toList();
    }

    private static PartitionedMatrix exampleMatrix() throws IOException {
        PartitionedMatrix matrix = new PartitionedMatrix(SCHEMA, 2, ZoneOffset.UTC, PresetModels.tables());
        for (String line : lines("json profiles")) {
            matrix.profile(new CallProfiles().decode(line.getBytes(StandardCharsets.UTF_8)));
        }
        for (String line : lines("json calls")) {
            matrix.event(CallCodec.of(EventFormat.JSON).decode(line.getBytes(StandardCharsets.UTF_8)));
        }
        return matrix;
    }

    private static List<String> lines(String words) throws IOException {
        List<String> lines = blocks(words).stream().flatMap(String::lines).toList();
        assertThat(lines).isNotEmpty();
        return lines;
    }

    private JsonNode answer(PartitionedMatrix matrix, String request) throws IOException {
        RequestOutcome parsed =
                new RequestParser(catalogue).parse(request.strip().getBytes(StandardCharsets.UTF_8), POSITION, 0);
        QueryResult result;
        if (parsed instanceof Refused refused) {
            result = refused.result();
        } else {
            Request accepted = ((Accepted) parsed).request();
            result = matrix.ask(accepted.asked(), new Random(1));
            return written(result).put("requestId", accepted.requestId()).put("clientId", accepted.clientId());
        }
        return written(result);
    }

    /** The record on the topic, without the times, which differ between runs. */
    private ObjectNode written(QueryResult result) throws IOException {
        return withoutTimings((ObjectNode) json.readTree(new ResultCodec().encode(result)));
    }

    private static ObjectNode withoutTimings(ObjectNode result) {
        ObjectNode timings = (ObjectNode) result.get("timings");
        timings.properties().stream()
                .filter(each -> each.getValue().isNumber())
                .map(Map.Entry::getKey)
                .toList()
                .forEach(name -> timings.put(name, 0));
        return result;
    }

    /** The answer on the page, whose fields, where it shows only some, are those of the first answer and of the request. */
    private ObjectNode shown(String request, String answer) throws IOException {
        ObjectNode shown = (ObjectNode) json.readTree(answer);
        if (shown.has("requestId")) {
            return shown;
        }
        ObjectNode whole = (ObjectNode) json.readTree(blocks("json answer").get(0));
        for (String field : List.of("requestId", "clientId", "query")) {
            whole.set(field, json.readTree(request).get(field));
        }
        whole.setAll(shown);
        return whole;
    }

    @Test
    void shouldAnswerItsExamplesAsItSays() throws Exception {
        PartitionedMatrix matrix = exampleMatrix();
        List<String> requests = blocks("json question");
        List<String> results = blocks("json answer");
        assertThat(requests).hasSameSizeAs(results).hasSizeGreaterThan(12);
        for (int i = 0; i < requests.size(); i++) {
            ObjectNode shown = withoutTimings(shown(requests.get(i), results.get(i)));
            assertThat(answer(matrix, requests.get(i)).toPrettyString())
                    .as(requests.get(i))
                    .isEqualTo(shown.toPrettyString());
        }
    }

    /** Its dictionary is an object of JSON whose values are names of Python, and what it reads is in an answer of several chunks. */
    @Test
    void shouldAskInPythonWhatTheJobAccepts() throws Exception {
        String python = blocks("python").get(0);
        String request =
                groups("(?m)^ *request = (.*)$", python).get(0).replaceAll("(?<=: )[a-z]+(?=[,}])", "\"SELECT 1\"");
        Catalogue withSql = Catalogues.of(SCHEMA, PresetModels.tables(), AnswerLimits.USUAL);
        assertThat(new RequestParser(withSql).parse(request.getBytes(StandardCharsets.UTF_8), POSITION, 0))
                .isInstanceOfSatisfying(Accepted.class, accepted -> assertThat(
                                accepted.request().asked().params())
                        .containsEntry("text", "SELECT 1"));
        QueryResult ofChunks = new ResultCodec()
                .decode(blocks("json answer").get(0).getBytes(StandardCharsets.UTF_8))
                .withRows(Collections.nCopies(100_000, List.of("Zurich", 1.0, 1L)));
        JsonNode chunk =
                json.readTree(new ResultRecords().of(ofChunks, 7).records().get(0));
        List<String> read = groups("answer(?:\\.get\\(|\\[)\"(\\w+)\"", python);
        assertThat(read).contains("requestId", "rows", "columns", "error", "chunk");
        assertThat(read).allMatch(chunk::has);
        assertThat(groups("chunk\\[\"(\\w+)\"", python))
                .contains("n", "last", "attempt")
                .allMatch(chunk.get("chunk")::has);
    }

    @Test
    void shouldGiveAnExampleOfEveryQuery() throws Exception {
        List<String> sections = List.of(page().split("(?m)^### "));
        for (Catalogue.Entry entry : catalogue.entries()) {
            assertThat(sections)
                    .as(entry.id())
                    .anyMatch(section -> section.startsWith("`" + entry.id() + "`")
                            && section.contains("```json question\n")
                            && section.contains("\"query\":\"" + entry.id() + "\""));
        }
    }

    @Test
    void shouldListTheParametersWithTheirDefaults() throws Exception {
        List<String> rows = new ArrayList<>();
        for (Catalogue.Entry entry : catalogue.entries()) {
            for (Parameter parameter : entry.parameters()) {
                String kind =
                        switch (parameter.kind()) {
                            case NUMBER -> "whole number";
                            case KEY -> "text";
                            case NAME -> "name";
                            case NAMES -> "names";
                            case TEXT -> "text";
                            case VALUES -> "value";
                        };
                String byDefault = parameter.defaultValue() == null ? "required" : "`" + parameter.defaultValue() + "`";
                rows.add("| `" + entry.id() + "` | `" + parameter.name() + "` | " + kind + " | " + byDefault + " |");
            }
        }
        assertThat(groups("(?m)^(\\| `\\w+` \\| `\\w+` \\| (?:whole number|names?) \\| [^|]+\\|)", page()))
                .containsExactlyElementsOf(rows);
    }

    @Test
    void shouldExplainEveryFieldOfAResultOnce() throws Exception {
        JsonNode result = json.readTree(blocks("json answer").get(0));
        List<String> fields = new ArrayList<>();
        result.properties().forEach(field -> {
            if (field.getValue().isObject()) {
                field.getValue().fieldNames().forEachRemaining(inner -> fields.add(field.getKey() + "." + inner));
            } else {
                fields.add(field.getKey());
            }
        });
        fields.add(fields.indexOf("asOf.windows") + 1, "asOf.lost"); // only where events are lost
        fields.add(fields.indexOf("timings.mode") + 1, "timings.ageMicros"); // only of answers that are given again
        fields.add(fields.indexOf("timings.mode") + 1, "timings.freshnessRate"); // only where something fresh waited
        fields.add(fields.indexOf("timings.queuedMicros") + 1, "timings.unkeptMicros"); // only where columns were read
        fields.remove("error");
        fields.addAll(List.of("error.code", "error.message", "error.sqlState", "error.position"));
        String section = page().split("(?m)^## Results$")[1].split("(?m)^##+ ")[0];
        assertThat(groups("(?m)^\\| `([a-zA-Z.]+)` \\|", section)).containsExactlyElementsOf(fields);
    }
}
