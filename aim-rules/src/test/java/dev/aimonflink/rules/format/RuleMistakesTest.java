package dev.aimonflink.rules.format;

import dev.aimonflink.matrix.model.InvalidInputException;
import dev.aimonflink.rules.judge.Rule;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static dev.aimonflink.testing.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

/** Messages about wrong files of rules. */
class RuleMistakesTest {
    private static void assertRefused(String yaml, String message) {
        assertFails(InvalidInputException.class, () -> Rules.parse(yaml)).hasMessage("rules.yaml, " + message);
    }

    /** A tilde ends a line. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            []|line 1, column 1: The list has no rules. Write one such as '- {id: dear, when: event.amount > 100}'.
            {id: dear, when: event.cost > 100}|line 1, column 1: The file is no list of rules. Begin each rule with a dash, such as '- {id: dear, when: event.amount > 100}'.
            - dear|line 1, column 3: A rule is not a list of keys with values. Write it like '{id: dear, when: event.amount > 100}'.
            - id: dear|line 1, column 3: There is no key 'when'. Add it, such as 'when: event.amount > 100'.
            - when: event.cost > 100|line 1, column 3: There is no key 'id'. Add it, such as 'id: dear'.
            - {id: dear, when: }|line 1, column 19: when has no value. Write one, such as 'when: event.amount > 100'.
            - {id: dear, when: "  "}|line 1, column 21: when is empty. Write a condition such as 'when: event.amount > 100'.
            - {id: dear, wehn: event.cost > 100}|line 1, column 14: key 'wehn' is not one of id, when, every, start, check, valid, priority, message, params, action, resolve, mute, enabled, shadow. Did you mean 'when'?
            - {id: dear, when: event.cost > 100, shadow: maybe}|line 1, column 46: shadow 'maybe' is not one of true, false. Give one of these.
            - {id: dear, when: event.cost > 100, check: 1h}|line 1, column 45: check: 1h is no interval. Write such as 'check: every 10 s', 'every 5 min' or 'every 1 h'.
            - {id: dear, when: idle > 100, check: every 0 s}|line 1, column 39: check: every 0 s is outside of 1 s to 24 h. Write such as 'check: every 10 s'.
            - {id: dear, when: event.cost > 100, check: every 10 s}|line 1, column 20: A rule that is checked has no event, and so no event.cost. Take it out, or take out 'check'.
            - {id: dear, when: before(total_cost_this_day) > 100, check: every 10 s}|line 1, column 20: A rule that is checked has no event, and so no before(total_cost_this_day). Take it out, or take out 'check'.
            - {id: dear, when: idle > 100, check: every 10 s, message: "{event.cost}"}|line 1, column 61: A rule that is checked has no event, and so no event.cost. Take it out, or take out 'check'.
            - {id: dear, when: idle > 100}|line 1, column 20: At an event its entity is not idle. Let the rule be checked also without events, as in 'check: every 10 s'.
            - {id: dear!, when: event.cost > 100}|line 1, column 8: id 'dear!' is no id. Write a letter or digit, and then up to 127 letters, digits, dots, dashes and underscores.
            - {id: dear, when: event.cost > 100}~- {id: dear, when: event.cost > 200}|line 2, column 8: The id 'dear' is that of the rule in line 1, too. Give it another.
            - {id: dear, id: cheap, when: event.cost > 100}|line 1, column 14: key 'id' is given twice. Take one out.
            - {id: dear, when: event.cost > 100, every: 3d}|line 1, column 45: every '3d' is not one of always, 5min, 10min, 15min, 30min, 1h, 2h, 6h, 12h, 1d, 2d, 1w. Did you mean '1d'?
            - {id: dear, when: event.cost > 100, every: 1w, start: gliding}|line 1, column 56: start 'gliding' is not one of fixed, sliding. Did you mean 'sliding'?
            - {id: dear, when: event.cost > 100, start: sliding}|line 1, column 45: start=sliding needs an interval. Give one, such as 'every: 1h' or 'every: 1d', too.
            - {id: dear, when: event.cost > 100, valid: 2026-12-01}|line 1, column 45: valid is not a list of keys with values. Write it like 'valid: {from: 2026-12-01, to: 2026-12-24}'.
            - {id: dear, when: event.cost > 100, valid: {from: 2026-12-01, to: 2026-11-30}}|line 1, column 68: The rule would be valid to a time before 'from'. Give a later one.
            - {id: dear, when: event.cost > 100, valid: {form: 2026-12-01}}|line 1, column 46: key 'form' is not one of from, to. Did you mean 'from'?
            - {id: dear, when: event.cost > 100, valid: {from: 2026-13-01}}|line 1, column 52: from=2026-13-01 is no time. Write a day such as 2026-12-01, or an instant such as 2026-12-01T08:00:00Z.
            - {id: dear, when: event.cost > 100, valid: {from: 2026-12-01T08:00:00}}|line 1, column 52: from=2026-12-01T08:00:00 is no time. Write a day such as 2026-12-01, or an instant such as 2026-12-01T08:00:00Z.
            - {id: dear, when: event.cost > 100, priority: high}|line 1, column 48: priority=high is not a whole number. Write it like 'priority: 1'.
            - {id: dear, when: event.cost > 100, priority: "1"}|line 1, column 48: priority is a text. Write it without quotes, such as 'priority: 1'.
            - {id: dear, when: event.cost > 100, enabled: yes}|line 1, column 47: enabled 'yes' is not one of true, false. Give one of these.
            - {id: dear, when: event.cost > 100, enabled: "true"}|line 1, column 47: enabled is a text. Write it without quotes, such as 'enabled: true'.
            - {id: dear, when: event.cost > 100, mute: {keys: []}}|line 1, column 51: The list has no keys. Write one, or take 'keys' out to mute all.
            - {id: dear, when: event.cost > 100, mute: {keys: 17}}|line 1, column 51: keys is not a list. Write it like 'keys: [17, 18]'.
            - {id: dear, when: event.cost > 100, mute: {keys: [17, seven]}}|line 1, column 56: key='seven' is not a subscriberId in decimal digits. Give the subscriberId of a subscriber.
            - {id: dear, when: event.cost > 100, mute: {untill: 2026-12-24}}|line 1, column 45: key 'untill' is not one of keys, until. Did you mean 'until'?
            - {id: dear, when: event.cost > 100, message: }|line 1, column 46: message has no value. Write one, such as 'message: dear'.
            - {id: dear, when: event.cost > 100, message: "{event.cost"}|line 1, column 48: The brace has no end. Close it with }, or write {{ for a brace.
            - {id: dear, when: event.cost > 100, message: "{}"}|line 1, column 48: Nothing stands between the braces. Write a column, or {{ for a brace.
            - {id: dear, when: event.cost > 100, message: "at {event.cots}"}|line 1, column 52: There is no field "event.cots". Did you mean 'event.cost'?
            - {id: dear, when: event.cost > 100, message: "at {cost}"}|line 1, column 52: There is no field "cost". 'cost' is a field of the event: write event.cost.
            - {id: dear, when: event.cost > 100, message: "at {sum(event.cost)}"}|line 1, column 52: The aggregate sum is over many rows, but this expression is over one. Use a field instead.
            - {id: dear, when: cost > 100}|line 1, column 20: There is no field "cost". 'cost' is a field of the event: write event.cost.
            - {id: dear, when: event.cots > 100}|line 1, column 20: There is no field "event.cots". Did you mean 'event.cost'?
            - {id: dear, when: total_cost_this_dya > 100}|line 1, column 20: There is no field "total_cost_this_dya". Did you mean 'total_cost_this_day'?
            - {id: dear, when: avg_cost_this_wek > 100}|line 1, column 20: There is no field "avg_cost_this_wek". Known are total_cost_this_week, cheapest_cost_this_week, most_expensive_cost_this_week and 119 others.
            - {id: dear, when: before(avg_cost_this_wek) > 100}|line 1, column 27: There is no field "avg_cost_this_wek". Known are total_cost_this_week, cheapest_cost_this_week, most_expensive_cost_this_week and 119 others.
            - {id: dear, when: 'city = "Bern"'}|line 1, column 28: There is no field "Bern". Put text between single quotes: 'Bern'.
            - {id: dear, when: before(zip) = '8000'}|line 1, column 27: There is no before(zip): it is of what events change. Write "zip" alone.
            - {id: dear, when: before(event.cost) > 1}|line 1, column 27: There is no before(event.cost): it is of what events change. Write "event.cost" alone.
            - {id: dear, when: before(total_cost_this_day + 1) > 100}|line 1, column 20: before(...) is of one column. Write the name of the column alone between the parentheses.
            - {id: dear, when: before() > 100}|line 1, column 20: before(...) is of one column. Write the name of the column alone between the parentheses.
            - {id: dear, when: zip > 100}|line 1, column 24: The operands of > are text and integer, which do not fit together. Convert one of them with CAST.
            - {id: dear, when: event.cost > 'much'}|line 1, column 33: "much" is not a number. Write one like 12.50.
            - {id: dear, when: event.cost}|line 1, column 20: 'when' has to be a condition, not numeric(18,2). Compare it with a value.
            - {id: dear, when: event.cost + 1}|line 1, column 31: 'when' has to be a condition, not numeric. Compare it with a value.
            - {id: dear, when: sum(event.cost) > 100}|line 1, column 20: The aggregate sum is over many rows, but this expression is over one. Use a field instead.
            - {id: dear, when: count(*) > 100}|line 1, column 20: The aggregate count is over many rows, but this expression is over one. Use a field instead.
            - {id: dear, when: event.cost > (select max(total_cost_this_day) from subscribers)}|line 1, column 34: A query cannot stand here, because this expression is over one row. Write the value.
            - {id: dear, when: event.timestamp > now()}|line 1, column 38: The time at which a row is read is no part of the row. Compare with a field or a fixed time.
            - {id: dear, when: event.timestamp > current_timestamp - interval '1 day'}|line 1, column 38: The time at which a row is read is no part of the row. Compare with a field or a fixed time.
            - {id: dear, when: event.cost > 100 and}|line 1, column 40: Expected a value, but found the end of the text.
            - {id: dear, when: event.cost >> 100}|line 1, column 31: There is no operator >>. Use a comparison or a function.
            - {id: dear, when: event.cost > $1}|line 1, column 33: There is no parameter $1 here. Write the value.
            - {id: dear, when: subscribers.zip = '8000'}|line 1, column 20: There is no table here, so "subscribers.zip" means nothing. Write "zip" alone.
            - {id: dear, when: "'abc"}|line 1, column 21: The string has no end. Close it with '.
            - {id: dear, when: event.cost > :limit}|line 1, column 33: The parameter :limit has no value. Add it to 'params', such as 'params: {limit: 100}'.
            - {id: dear, when: event.cost > :limit, params: {limt: 100}}|line 1, column 33: The parameter :limit has no value. Did you mean :limt?
            - {id: dear, when: event.cost > 100, params: {limit: 100}}|line 1, column 47: The parameter 'limit' is not used. Write :limit into an expression or {limit} into the id or the message, or take it out.
            - {id: dear, when: event.cost > :limit, params: {limit: }}|line 1, column 56: The parameter 'limit' has no value. Write one, such as 'limit: 100'.
            - {id: dear, when: event.cost > :limit, params: {limit: [100]}}|line 1, column 57: limit is not a single word. Write it like 'limit: 100'.
            - {id: dear, when: event.cost > :limit, params: {limit: 1e3}}|line 1, column 57: limit=1e3 is no number. Write it like 'limit: 100'.
            - {id: dear, when: event.cost > :limit, params: {"my limit": 1}}|line 1, column 49: parameter 'my limit' is no name. Write a letter, and then up to 62 letters, digits and underscores.
            - {id: dear, when: event.cost > :limit, params: []}|line 1, column 49: The list has no params. Write it like 'params: [{limit: 100}, {limit: 200}]'.
            - {id: dear, when: event.cost > :limit, params: 100}|line 1, column 49: params is not a list of keys with values. Write it like 'params: {limit: 100}'.
            - {id: dear, when: event.cost > :limit, params: [{limit: 100}, {limit: 200}]}|line 1, column 8: Two rules of the template have the id 'dear'. Write a parameter into it that differs, such as 'id: dear-{limit}'.
            - {id: "dear-{limt}", when: event.cost > :limit, params: [{limit: 100}, {limit: 200}]}|line 1, column 14: The id has a place for {limt}, which is none of its params. Did you mean {limit}?
            - {id: "dear-{limit}", when: event.cost > :limit, params: [{limit: 100}, {limt: 200}]}|line 1, column 75: key 'limt' is not one of limit. Did you mean 'limit'?
            - {id: "dear-{limit}", when: event.cost > :limit and zip = :zip, params: [{limit: 100, zip: a}, {limit: 200}]}|line 1, column 97: The parameter 'zip' of the first params has no value here. Add one.
            - {id: "dear-{limit}", when: event.cost > :limit, params: [{limit: 100}, {limit: much}]}|line 1, column 43: As rule 'dear-much': "much" is not a number. Write one like 12.50.
            - {id: "dear-{limit}", when: event.cost > :limit, params: [{limit: 100}, {limit: "a b"}]}|line 1, column 9: id 'dear-a b' is no id. Write a letter or digit, and then up to 127 letters, digits, dots, dashes and underscores.
            - {id: "dear-{limit}", when: event.cost > 1, params: [{limit: 100, other: 1}]}|line 1, column 54: The parameter 'other' is not used. Write :other into an expression or {other} into the id or the message, or take it out.
            - {id: dear, when: event.cost > 100, action: offers}|line 1, column 46: action is not a list of keys with values. Write it like 'action: {topic: offers, key: event.amount, event: {amount: event.amount}}'.
            - {id: dear, when: event.cost > 100, action: {topic: offers, event: {cost: event.cost}}}|line 1, column 46: There is no key 'key'. Add it, such as 'key: event.amount'.
            - {id: dear, when: event.cost > 100, action: {topic: offers, key: event.cost}}|line 1, column 46: There is no key 'event'. Add it, such as 'event: {amount: event.amount}'.
            - {id: dear, when: event.cost > 100, action: {topic: offers, key: event.cost, event: {}}}|line 1, column 86: The event has 0 fields. Give 1 to 64, such as 'event: {amount: event.amount}'.
            - {id: dear, when: event.cost > 100, action: {topic: my offers, key: event.cost, event: {cost: event.cost}}}|line 1, column 54: topic 'my offers' is no topic. Write up to 249 letters, digits, dots, dashes and underscores.
            - {id: dear, when: event.cost > 100, action: {topic: offers, key: cost, event: {cost: event.cost}}}|line 1, column 67: There is no field "cost". 'cost' is a field of the event: write event.cost.
            - {id: dear, when: event.cost > 100, action: {topic: offers, key: event.cost, event: {cost: event.cots}}}|line 1, column 93: There is no field "event.cots". Did you mean 'event.cost'?
            - {id: dear, when: event.cost > 100, action: {topic: offers, key: event.cost, event: {cost: [1]}}}|line 1, column 93: cost is not a single word. Write it like 'cost: event.amount'.
            - {id: dear, when: event.cost > 100, action: {topik: offers}}|line 1, column 47: key 'topik' is not one of topic, key, event. Did you mean 'topic'?
            - {id: dear, when: *x}|line 1, column 20: References by '*' are not understood here. Write the value itself.
            - {id: dear, when: event.cost > 100|line 1, column 3: This is no YAML: this brace has no end where it needs one. Close it, or write a comma between its keys.
            - id: dear~  when: event.cost > 100~  message: at: once|line 3, column 14: This is no YAML: a value with a colon needs quotes. Write them around it.
            - id: dear~  when: >~    event.cost > 100~    and evnt.cost > 1|line 4, column 9: There is no field "evnt.cost". 'cost' is a field of the event: write event.cost.
            - {id: dear, when: [[[[[[[[1]]]]]]]]}|line 1, column 26: Lists are nested deeper than 8. Write flat lists.
            """)
    void shouldSayWhereAFileIsWrongAndWhatToDo(String yaml, String message) {
        assertRefused(yaml.replace('~', '\n'), message);
    }

    /** Blanks in such a text are others than in the file. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            >~    event.cost > 1~    and event.cots > 2~|line 4, column 9
            >-~~    event.cost > 1  ~~~    and (event.cots) > 2|line 7, column 10
            LITERAL # how~      event.cost > 1~      and event.cots > 2~  enabled: true|line 4, column 11
            event.cost > 1~    and~~      event.cots > 2~  enabled: true|line 5, column 7
            >~    event.cost > 1~    and 'ö😀' = event.cots|line 4, column 16
            'event.cost > 1~    and event.cots > 2'|line 2, column 9
            """)
    void shouldPointIntoConditionsOfSeveralLines(String when, String place) {
        String yaml = "- id: dear\n  when: " + when.replace("LITERAL", "|").replace('~', '\n');
        assertRefused(yaml, place + ": There is no field \"event.cots\". Did you mean 'event.cost'?");
        if (!when.startsWith("'")) {
            assertRefused(
                    yaml.replace("\n", "\r\n"),
                    place + ": There is no field \"event.cots\". Did you mean 'event.cost'?");
        }
    }

    @Test
    void shouldPointBehindAConditionThatEndsTooEarly() {
        assertRefused(
                "- id: dear\n  when: >\n    event.cost >\n    1 and\n\n",
                "line 4, column 10: Expected a value, but found the end of the text.");
        assertRefused(
                "- id: dear\n  when: event.cost >\n    1 and\n",
                "line 3, column 10: Expected a value, but found the end of the text.");
    }

    @Test
    void shouldRefuseAFileWithoutRules() {
        String message = "line 1, column 1: The file is empty. Write a list of rules such as '- {id: dear, when:"
                + " event.amount > 100}' and on.";
        assertRefused("", message);
        assertRefused("# dear calls\n", message);
    }

    @Test
    void shouldRefuseAFileThatIsTooLong() {
        assertRefused(
                "#".repeat(RuleFile.MAX_CHARACTERS + 1),
                "line 1, column 1: The text has 4194305 characters, more than 4194304. Give another file, or split it.");
    }

    @Test
    void shouldTakeTenThousandRulesAndNoneMore() {
        String most = IntStream.range(0, Rule.MAX_RULES)
                .mapToObj(i -> "- {id: r" + i + ", when: event.cost > " + i + "}\n")
                .collect(Collectors.joining());
        assertThat(Rules.parse(most)).hasSize(Rule.MAX_RULES);
        assertRefused(
                most + "- {id: last, when: event.cost > 1}",
                "line 10001, column 3: Up to here there are 10001 rules, more than 10000. Write one rule for several"
                        + " thresholds, or take some out.");
    }

    @Test
    void shouldCountTheRulesOfTemplates() {
        String params = IntStream.rangeClosed(0, Rule.MAX_RULES)
                .mapToObj(i -> "{limit: " + i + "}")
                .collect(Collectors.joining(", "));
        assertRefused(
                "- {id: 'dear-{limit}', when: event.cost > :limit, params: [" + params + "]}",
                "line 1, column 3: Up to here there are 10001 rules, more than 10000. Write one rule for several"
                        + " thresholds, or take some out.");
    }

    @Test
    void shouldRefuseConditionsThatAreTooLongTooDeepOrTooLarge() {
        assertRefused(
                "- {id: dear, when: '" + "x".repeat(Rule.MAX_CONDITION + 1) + "'}",
                "line 1, column 21: when has 16385 characters, more than 16384. Write it shorter.");
        assertRefused(
                "- {id: dear, when: '" + "(".repeat(101) + "'}",
                "line 1, column 121: The text is nested more than 100 levels deep. Make it flatter.");
        assertRefused(
                "- {id: dear, when: 'event.cost > 0" + "+1".repeat(4_096) + "'}",
                "line 1, column 533: More than 250 operators follow each other. Put parts of the row in parentheses, or use"
                        + " IN (...).");
        assertRefused(
                "- {id: dear, when: 'zip in (" + ":zip,".repeat(100) + " 1)', params: {zip: '" + "8".repeat(4_096)
                        + "'}}",
                "line 1, column 104: With its parameters the text has more than 65536 characters. Write it shorter.");
    }

    @Test
    void shouldRefuseAMessageThatIsTooLong() {
        assertRefused(
                "- {id: dear, when: event.cost > 1, message: " + "x".repeat(Rule.MAX_TEXT + 1) + "}",
                "line 1, column 45: message has 4097 characters, more than 4096. Write it shorter.");
    }

    @Test
    void shouldRefuseTooManyParameters() {
        String params = IntStream.rangeClosed(0, Rule.MAX_PARAMS)
                .mapToObj(i -> "p" + i + ": 1")
                .collect(Collectors.joining(", "));
        assertRefused(
                "- {id: dear, when: event.cost > :p1, params: {" + params + "}}",
                "line 1, column 46: 65 params are more than 64. Write values into the rule.");
    }

    @Test
    void shouldRefuseTooManyMutedKeys() {
        assertRefused(
                "- {id: dear, when: event.cost > 1, mute: {keys: [" + "1, ".repeat(Rule.MAX_MUTED_KEYS) + "1]}}",
                "line 1, column 49: 1001 keys are more than 1000. Write a condition into 'when' instead.");
    }

    @Test
    void shouldRefuseFieldsOfEventsWithoutAName() {
        assertRefused(
                "- {id: dear, when: event.cost > 1, action: {topic: offers, key: event.cost, event: {'': 1}}}",
                "line 1, column 86: A field with a name of 0 characters is impossible. Give 1 to 128.");
    }
}
