package dev.aimonflink.rules.format;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.aimonflink.matrix.model.InvalidInputException;
import dev.aimonflink.query.ask.statement.ShippedModel;
import dev.aimonflink.rules.judge.Rule;
import dev.aimonflink.rules.judge.RuleColumns;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** The page on rules and the schemas beside it. */
class RulesPageTest {
    private static final Path DOCS = Path.of("..", "docs");
    private static final Pattern REFUSED = Pattern.compile("(?m)^\\| `((\\w+): [^`]+)` \\| (.+) \\|$");
    private static final int BLOCKS = 10;
    private static final ObjectMapper JSON = new ObjectMapper();

    private static String page() throws IOException {
        return Files.readString(DOCS.resolve("rules.md"));
    }

    private static List<String> blocks(String kind) throws IOException {
        return Pattern.compile("(?ms)^```" + kind + "\\n(.*?)^```$")
                .matcher(page())
                .results()
                .map(block -> block.group(1))
                .toList();
    }

    /** The rules of all examples, as one file of them. */
    @ParameterizedTest
    @CsvSource({"aim-42, calls, 9", "payments, payments, 4", "devices, devices, 4"})
    void shouldHaveRulesThatMeanSomethingForTheirModel(String name, String shipped, int count) throws IOException {
        RuleColumns columns =
                new RuleColumns(ShippedModel.withAllColumns(shipped).tables());
        String yaml = String.join("\n", blocks("yaml rules " + name));
        assertThat(RuleFile.parse(yaml, "rules.md", Rules.ZONE, columns)).hasSize(count);
        assertThat(blocks("yaml[^\\n]*")).hasSize(BLOCKS);
    }

    @Test
    void shouldSayWhatIsRefusedAndHow() throws IOException {
        List<MatchResult> rows = REFUSED.matcher(page()).results().toList();
        assertThat(rows).hasSize(3);
        for (MatchResult row : rows) {
            String rule = "- id: example\n  " + row.group(1)
                    + (row.group(2).equals("when") ? "" : "\n  when: event.cost > 100");
            assertThatThrownBy(() -> Rules.parse(rule))
                    .as(row.group(1))
                    .isInstanceOf(InvalidInputException.class)
                    .hasMessageEndingWith(": " + row.group(3));
        }
    }

    @Test
    void shouldSayTheLimits() throws IOException {
        String page = page();
        for (int limit : List.of(
                Rule.MAX_RULES,
                RuleFile.MAX_CHARACTERS,
                Rule.MAX_CONDITION,
                Rule.MAX_TEXT,
                Rule.MAX_PARAMS,
                Rule.MAX_FIELDS,
                Rule.MAX_MUTED_KEYS)) {
            assertThat(page).contains(String.format("%,d", limit));
        }
    }

    // ---- JSON

    @Test
    void shouldShowARuleThatIsReadAndFitsItsSchema() throws IOException {
        JsonNode schema = JSON.readTree(DOCS.resolve("schemas/rule.json").toFile());
        byte[] example = blocks("json rule").get(0).getBytes(StandardCharsets.UTF_8);
        assertThat(RuleJson.read("dear-day-watch".getBytes(StandardCharsets.UTF_8), example, Rules.COLUMNS))
                .isEqualTo(Rules.parse(blocks("yaml rules aim-42").stream()
                                .filter(block -> block.contains("dear-day-{tier}"))
                                .collect(Collectors.joining()))
                        .get(0));
        requireFits(JSON.readTree(example), schema);
        for (Rule rule : Rules.parse(RuleFileTest.ALL_KEYS)) {
            requireFits(JSON.readTree(RuleJson.write(rule)), schema);
        }
    }

    @Test
    void shouldShowAnAlertThatFitsItsSchema() throws IOException {
        requireFits(
                JSON.readTree(blocks("json alert").get(0)),
                JSON.readTree(DOCS.resolve("schemas/alert.json").toFile()));
    }

    @Test
    void shouldHaveASchemaWithTheKeysThatAreRead() throws IOException {
        JsonNode keys =
                JSON.readTree(DOCS.resolve("schemas/rule.json").toFile()).path("properties");
        assertThat(keys.fieldNames()).toIterable().containsExactlyElementsOf(RuleYaml.KEYS);
        Map.of("valid", RuleYaml.OF_VALID, "action", RuleYaml.OF_ACTION, "mute", RuleYaml.OF_MUTE)
                .forEach((key, inside) -> assertThat(
                                keys.path(key).path("properties").fieldNames())
                        .toIterable()
                        .containsExactlyElementsOf(inside));
        assertThat(keys.path("when").path("maxLength").intValue()).isEqualTo(Rule.MAX_CONDITION);
        assertThat(keys.path("message").path("maxLength").intValue()).isEqualTo(Rule.MAX_TEXT);
        assertThat(keys.path("params").path("maxProperties").intValue()).isEqualTo(Rule.MAX_PARAMS);
    }

    /** As far as the keywords of our schemas say. */
    private static void requireFits(JsonNode value, JsonNode schema) {
        if (schema.has("enum")) {
            assertThat(schema.path("enum")).contains(value);
        }
        if (schema.has("type")) {
            String type =
                    switch (value.getNodeType()) {
                        case NUMBER ->
                            value.isIntegralNumber() && !schema.path("type").isArray() ? "integer" : "number";
                        default -> value.getNodeType().name().toLowerCase(Locale.ROOT);
                    };
            assertThat(
                            schema.path("type").isArray()
                                    ? schema.path("type").toString()
                                    : schema.path("type").asText())
                    .contains(type);
        }
        if (schema.has("pattern")) {
            assertThat(value.asText()).containsPattern(schema.path("pattern").asText());
        }
        schema.path("required")
                .forEach(key ->
                        assertThat(value.has(key.asText())).as(key.asText()).isTrue());
        value.properties().forEach(field -> {
            JsonNode ofField = schema.path("properties").path(field.getKey());
            JsonNode other = schema.path("additionalProperties");
            assertThat(ofField.isMissingNode() && !other.isObject())
                    .as("no key " + field.getKey())
                    .isFalse();
            requireFits(field.getValue(), ofField.isMissingNode() ? other : ofField);
        });
        if (value.isArray()) {
            value.forEach(member -> requireFits(member, schema.path("items")));
        }
    }
}
