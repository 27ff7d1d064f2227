package dev.aimonflink.rules.format;

import dev.aimonflink.matrix.model.InvalidInputException;
import dev.aimonflink.rules.judge.Rule;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static dev.aimonflink.testing.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

class RuleJsonTest {
    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static Rule read(String json) {
        return RuleJson.read(bytes("dear"), bytes(json), Rules.COLUMNS);
    }

    private static String written(Rule rule) {
        return new String(RuleJson.write(rule), StandardCharsets.UTF_8);
    }

    @Test
    void shouldWriteAndReadTheGoldenRule() throws IOException {
        Rule rule = Rules.parse(RuleFileTest.ALL_KEYS).get(0);
        byte[] golden;
        try (InputStream in = RuleJsonTest.class.getResourceAsStream("/golden/rule-v1.json")) {
            golden = in.readAllBytes();
        }
        assertThat(written(rule)).isEqualTo(new String(golden, StandardCharsets.UTF_8).strip());
        assertThat(RuleJson.key(rule)).isEqualTo(bytes("dear-100.50"));
        assertThat(RuleJson.read(RuleJson.key(rule), golden)).isEqualTo(rule);
        assertThat(RuleJson.read(RuleJson.key(rule), golden, Rules.COLUMNS)).isEqualTo(rule);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                ", every: 1w",
                ", every: always, start: fixed",
                ", mute: {}",
                ", mute: {until: 2026-12-24}",
                ", mute: {keys: [17, -18]}",
                ", valid: {from: 2026-12-01}",
                ", valid: {to: 9999-12-31}",
                ", valid: {from: 0000-01-01}",
                ", valid: {from: '0000-01-01T00:00:00+01:00', to: '9999-12-31T23:59:59-01:00'}",
                ", mute: {until: '9999-12-31T23:59:59-18:00'}",
                ", message: 'zürich \"ok\" \\ / {{}} 😀'",
                ", message: \"\\tline\\n\\x07 \\u2028\"",
                ", priority: 999999999"
            })
    void shouldReadWhatItWrites(String keys) {
        Rule rule =
                Rules.parse("- {id: dear, when: event.cost > 100" + keys + "}").get(0);
        assertThat(read(written(rule))).isEqualTo(rule);
    }

    @Test
    void shouldReadRulesOfTemplatesByThemselves() {
        List<Rule> rules = Rules.parse("""
                - id: dear-{name}-{limit}
                  when: event.cost > :limit
                  params: [{name: a, limit: 100}, {name: b, limit: 12345678901234567890.10}]
                """);
        assertThat(rules).hasSize(2);
        assertThat(written(rules.get(0)))
                .isEqualTo("{\"id\":\"dear-a-100\",\"when\":\"event.cost > :limit\",\"params\":{\"limit\":100}}");
        for (Rule rule : rules) {
            assertThat(RuleJson.read(RuleJson.key(rule), RuleJson.write(rule), Rules.COLUMNS))
                    .isEqualTo(rule);
        }
    }

    @Test
    void shouldReadARuleThatNoModelNeedsToUnderstand() {
        byte[] json = bytes("{\"id\":\"dear\",\"when\":\"spend > 100\"}");
        assertThat(RuleJson.read(bytes("dear"), json).when()).isEqualTo("spend > 100");
        assertFails(InvalidInputException.class, () -> RuleJson.read(bytes("dear"), json, Rules.COLUMNS))
                .hasMessage("Rule dear, line 1, column 22: There is no field \"spend\". Known are subscriber_id, zip,"
                        + " subscription_type and 119 others.");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            dear|: unreadable JSON at byte 4: Unrecognized token 'dear': was expecting (JSON String, Number, Array, Object or token 'null', 'true' or 'false'). Write one JSON object.
            []|: a JSON object is expected, not an array. Write one JSON object.
            {"id":"dear","when":"event.cost > 1"} {}|: something follows the JSON value. Write one JSON object.
            {"id":"dear"}|, line 1, column 1: There is no key 'when'. Add it, such as 'when: event.amount > 100'.
            {"id":"cheap","when":"event.cost > 1"}|, line 1, column 1: The key of the record is 'dear', and the id of the rule 'cheap'. Write the same.
            {"id":"dear","wehn":"event.cost > 1"}|, line 1, column 14: key 'wehn' is not one of id, when, every, start, check, valid, priority, message, params, action, resolve, mute, enabled, shadow. Did you mean 'when'?
            {"id":"dear","when":"event.cost > 1","when":"event.cost > 2"}|, line 1, column 38: key 'when' is given twice. Take one out.
            {"id":"dear","when":"event.cots > 1"}|, line 1, column 22: There is no field "event.cots". Did you mean 'event.cost'?
            {"id":"dear","when":null}|, line 1, column 21: when has no value. Write one, such as 'when: event.amount > 100'.
            {"id":"dear","when":"event.cost > 1","valid":{"from":"2026-12-01"}}|, line 1, column 54: from=2026-12-01 is a day, and which time that is depends on a zone. Write an instant such as 2026-12-01T00:00:00Z.
            {"id":"dear","when":"event.cost > :x","params":[{"x":1}]}|, line 1, column 48: A list of params makes several rules of one, in files alone. Write 'params: {limit: 100}'.
            {"id":"dear","when":"event.cost > 1","enabled":"true"}|, line 1, column 48: enabled is a text. Write it without quotes, such as 'enabled: true'.
            {"id":"dear","when":"event.cost > 1","check":"1h"}|, line 1, column 46: check: 1h is no interval. Write such as 'check: every 10 s', 'every 5 min' or 'every 1 h'.
            """)
    void shouldSayWhereAnObjectIsWrong(String json, String message) {
        assertFails(InvalidInputException.class, () -> read(json)).hasMessage("Rule dear" + message);
    }

    @Test
    void shouldRefuseAValueThatIsTooLong() {
        assertFails(InvalidInputException.class, () -> RuleJson.read(bytes("dear"), new byte[RuleJson.MAX_BYTES + 1]))
                .hasMessage("Rule dear has 1000001 bytes, more than 1000000. Write it shorter.");
    }
}
