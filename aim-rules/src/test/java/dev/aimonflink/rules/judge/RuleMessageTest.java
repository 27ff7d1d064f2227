package dev.aimonflink.rules.judge;

import dev.aimonflink.matrix.calls.CallModel;
import dev.aimonflink.matrix.calls.PresetModels;
import dev.aimonflink.query.ask.tables.MatrixTables;
import dev.aimonflink.sql.evaluate.Row;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class RuleMessageTest {
    private static final RuleColumns COLUMNS =
            new RuleColumns(new MatrixTables(CallModel.schema(42), PresetModels.tables(), CallModel.tableAliases()));
    private static final Map<String, Object> PARAMS =
            Map.of("limit", new BigDecimal("100.50"), "low", -5L, "who", "{it's}", "far", true);

    /** Values by the names of columns; null where none is given. */
    private static final Map<String, Object> VALUES = new HashMap<>(Map.of(
            "subscriber_id",
            17L,
            "total_cost_this_day",
            new BigDecimal("123.40"),
            "number_of_calls_this_day",
            0L,
            "cost",
            new BigDecimal("0.10"),
            "longDistance",
            false,
            "timestamp",
            Instant.parse("2026-12-01T08:00:00.25Z")));

    private static final Row ROW = index -> VALUES.get(COLUMNS.column(index).name());

    private static String said(String messageOrNull) {
        Rule rule = new Rule(
                "dear",
                "event.cost > 1",
                PARAMS,
                Every.EVENT,
                null,
                Rule.Validity.ALWAYS,
                0,
                messageOrNull,
                null,
                false,
                true,
                false,
                Rule.Mute.NONE);
        return RuleMessage.of(rule, COLUMNS).text(ROW);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            too dear|too dear
            {subscriber_id}|17
            {subscriber_id} paid {total_cost_this_day} today, {event.cost} now.|17 paid 123.40 today, 0.10 now.
            {event.longDistance}, {event.timestamp}|false, 2026-12-01 08:00:00.25+00
            {total_cost_this_day - event.cost} {round(total_cost_this_day)} {zip}|123.30 123 NULL
            {coalesce(zip, '}')}, {coalesce(zip, 'it''s {')}|}, it's {
            {limit}, {low}, {who}, { far }|100.50, -5, {it's}, true
            {total_cost_this_day - :limit} above :limit|22.90 above :limit
            {event.cost -:low} {upper(:who)}|5.10 {IT'S}
            {{limit}} {{{limit}}} }} }|{limit} {100.50} } }
            {total_cost_this_day / number_of_calls_this_day} a call|? a call
            """)
    void shouldWriteValuesAsSqlWritesTexts(String message, String text) {
        assertThat(said(message)).isEqualTo(text);
    }

    @Test
    void shouldSayWhichRuleIsTrueForWhomIfTheRuleSaysNothing() {
        assertThat(said(null)).isEqualTo("dear is true for subscriber 17");
    }

    @Test
    void shouldShortenWhatIsVeryLong() {
        assertThat(said("{repeat('x', 100000)}")).isEqualTo("x".repeat(RuleMessage.MAX_CHARACTERS) + "...");
    }
}
