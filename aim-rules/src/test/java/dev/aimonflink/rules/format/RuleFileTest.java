package dev.aimonflink.rules.format;

import dev.aimonflink.rules.judge.Every;
import dev.aimonflink.rules.judge.Rule;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class RuleFileTest {
    static final String ALL_KEYS = """
            - id: dear-{limit}
              when: total_cost_this_day >= :limit and before(total_cost_this_day) < :limit and not event.longDistance
              every: 2d
              start: sliding
              valid: {from: 2026-12-01, to: 2026-12-24}
              priority: -5
              message: "{subscriber_id} has paid more than {limit}, {{so}} {name}"
              params: {limit: 100.50, name: it's "dear"}
              action:
                topic: offers.v1
                key: subscriber_id
                event: {subscriber: subscriber_id, minutes: 10, kind: "'free'"}
              resolve: true
              mute: {keys: [17, "18"], until: 2026-12-06T08:00:00+01:00}
              enabled: false
            """;

    private static Rule one(String yaml) {
        return assertThat(Rules.parse(yaml)).singleElement().actual();
    }

    private static Rule dear(String more) {
        return one("- {id: dear, when: event.cost > 100" + more + "}");
    }

    @ParameterizedTest
    @CsvSource({
        "10min, TEN_MINUTES",
        "10 min, TEN_MINUTES",
        "1h, HOUR",
        "1 hour, HOUR",
        "1 day, DAY",
        "2 days, TWO_DAYS"
    })
    void shouldTakeIntervalsAsModelsWriteThemToo(String written, Every.Period period) {
        assertThat(dear(", every: " + written).every()).isEqualTo(new Every(period, false));
    }

    @Test
    void shouldReadAllThatARuleHas() {
        Rule rule = one(ALL_KEYS);
        assertThat(rule.id()).isEqualTo("dear-100.50");
        assertThat(rule.when())
                .isEqualTo("total_cost_this_day >= :limit and before(total_cost_this_day) < :limit and not"
                        + " event.longDistance");
        assertThat(rule.params()).isEqualTo(Map.of("limit", new BigDecimal("100.50"), "name", "it's \"dear\""));
        assertThat(rule.every()).isEqualTo(new Every(Every.Period.TWO_DAYS, true));
        assertThat(rule.valid())
                .isEqualTo(new Rule.Validity(
                        Instant.parse("2026-11-30T23:00:00Z"), Instant.parse("2026-12-24T23:00:00Z")));
        assertThat(rule.priority()).isEqualTo(-5);
        assertThat(rule.message()).isEqualTo("{subscriber_id} has paid more than {limit}, {{so}} {name}");
        assertThat(rule.event().topic()).isEqualTo("offers.v1");
        assertThat(rule.event().key()).isEqualTo("subscriber_id");
        assertThat(rule.event().fields())
                .containsExactly(
                        Map.entry("subscriber", "subscriber_id"),
                        Map.entry("minutes", "10"),
                        Map.entry("kind", "'free'"));
        assertThat(rule.resolves()).isTrue();
        assertThat(rule.mute()).isEqualTo(new Rule.Mute(List.of("17", "18"), Instant.parse("2026-12-06T07:00:00Z")));
        assertThat(rule.enabled()).isFalse();
    }

    @Test
    void shouldNeedAnIdAndAConditionAlone() {
        assertThat(dear(""))
                .isEqualTo(new Rule(
                        "dear",
                        "event.cost > 100",
                        Map.of(),
                        Every.EVENT,
                        null,
                        Rule.Validity.ALWAYS,
                        0,
                        null,
                        null,
                        false,
                        true,
                        false,
                        Rule.Mute.NONE));
    }

    @ParameterizedTest
    @CsvSource({
        "every 10 s, every 10 s, 10",
        "every 60s, every 1 min, 60",
        "every  90 s, every 90 s, 90",
        "every 5min, every 5 min, 300",
        "every 24 h, every 24 h, 86400"
    })
    void shouldReadHowOftenARuleIsChecked(String written, String label, long seconds) {
        Rule rule = one("- {id: silent, when: idle > 600, check: " + written + "}");
        assertThat(rule.check().interval()).hasSeconds(seconds);
        assertThat(rule.check().label()).isEqualTo(label);
        assertThat(RuleJson.read(RuleJson.key(rule), RuleJson.write(rule), Rules.COLUMNS))
                .isEqualTo(rule);
    }

    @Test
    void shouldMakeARuleOfEachParams() {
        List<Rule> rules = Rules.parse("""
                - id: dear-{name}
                  when: event.cost > :limit and zip <> :zip
                  message: "{event.cost} is more than {limit}"
                  params:
                    - {name: a, limit: 100, zip: "8000"}
                    - {name: b, limit: 99.5, zip: it's}
                """);
        assertThat(rules).extracting(Rule::id).containsExactly("dear-a", "dear-b");
        assertThat(rules)
                .extracting(Rule::params)
                .containsExactly(
                        Map.of("limit", 100L, "zip", "8000"), Map.of("limit", new BigDecimal("99.5"), "zip", "it's"));
    }

    /** A rule from one day to the same one is valid for that day. */
    @Test
    void shouldReadDaysInTheZoneOfTheJob() {
        assertThat(dear(", valid: {from: 2026-03-29, to: 2026-03-29}").valid())
                .isEqualTo(new Rule.Validity(
                        Instant.parse("2026-03-28T23:00:00Z"), Instant.parse("2026-03-29T22:00:00Z")));
        assertThat(dear(", valid: {to: 9999-12-31}").valid())
                .isEqualTo(new Rule.Validity(null, Instant.parse("9999-12-31T23:00:00Z")));
        assertThat(dear(", mute: {until: 2026-12-24}").mute())
                .isEqualTo(new Rule.Mute(List.of(), Instant.parse("2026-12-23T23:00:00Z")));
    }

    @Test
    void shouldMuteForEverIfNobodySaysUntilWhen() {
        assertThat(dear(", mute: {}").mute()).isEqualTo(new Rule.Mute(List.of(), null));
        assertThat(dear(", mute: {keys: [017]}").mute()).isEqualTo(new Rule.Mute(List.of("17"), null));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "100",
                "-5",
                "0",
                "99.50",
                "-0.01",
                "9223372036854775807",
                "-9223372036854775808",
                "12345678901234567890",
                "\"100\"",
                "\"-1\""
            })
    void shouldPutNumbersOfAnyKindInThePlacesOfParameters(String limit) {
        assertThat(one("- {id: a, when: event.cost -:limit>0, params: {limit: " + limit + "}}")
                        .params())
                .containsOnlyKeys("limit");
    }

    @Test
    void shouldKeepTheTypesOfParameters() {
        Rule rule = one("""
                - id: a
                  when: >
                    event.longDistance = :far and zip = :zip and event.timestamp < :day
                    and event.cost::text <> ':cost' and event.cost in (:low, :high)
                  params: {far: true, zip: 0800, day: 2026-12-01, low: 1, high: 2.50}
                """);
        assertThat(rule.params())
                .isEqualTo(Map.of(
                        "far", true, "zip", "0800", "day", "2026-12-01", "low", 1L, "high", new BigDecimal("2.50")));
    }

    @Test
    void shouldKeepParametersApartFromWhatIsBesideThem() {
        assertThat(one("- {id: a, when: 'case when true then:limit else 0 end-:limit>-1', params: {limit: -1}}")
                        .params())
                .isEqualTo(Map.of("limit", -1L));
        assertThatThrownBy(() -> one("- {id: a, when: 'zip = e:zip', params: {zip: '8000'}}"))
                .as("no string that knows backslashes")
                .hasMessageStartingWith("rules.yaml, line 1, column 24: There is no type \"e\"");
    }
}
