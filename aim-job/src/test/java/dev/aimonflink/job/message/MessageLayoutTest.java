package dev.aimonflink.job.message;

import dev.aimonflink.matrix.calls.PresetModels;
import dev.aimonflink.matrix.format.model.ModelFile;
import dev.aimonflink.matrix.model.Model;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class MessageLayoutTest {
    private static final String TEXT = """
            model: payments
            entity: card
            event: payment
            key: cardId
            time: timestamp
            fields:
              amount: {type: money, min: 0}
              merchant: {type: enum, values: [FOOD, FUEL]}
              online: boolean
            attributes:
              city: text
              limit: money
            windows: [1 day]
            aggregates: {amount: [sum]}
            """;

    private static Model changed(String text, String by) {
        assertThat(TEXT).contains(text);
        return ModelFile.parse(TEXT.replace(text, by), "payments.yaml");
    }

    private static final Model MODEL = changed("amount", "amount");

    private static long ofEvents(Model model) {
        return MessageLayout.ofEvents(model.event());
    }

    private static long ofProfiles(Model model) {
        return MessageLayout.ofProfiles(model.entity());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            min: 0                  | max: 100
            online: boolean         | online: {type: boolean, draw: {share: 0.1}}
            windows: [1 day]        | windows: [1 week, last 5 events]
            amount: [sum]           | amount: [sum, stdev]
            model: payments         | model: spending
            key: cardId             | key: card
            values: [FOOD, FUEL]    | values: [FOOD, FUEL], unknown: FUEL
            """)
    void shouldBeTheSameWhereMessagesAre(String text, String by) {
        assertThat(ofEvents(changed(text, by))).isEqualTo(ofEvents(MODEL));
        assertThat(ofProfiles(changed(text, by))).isEqualTo(ofProfiles(MODEL));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            online: boolean         | offline: boolean
            online: boolean         | online: int
            online: boolean         | online: {type: boolean, optional: true}
            values: [FOOD, FUEL]    | values: [FUEL, FOOD]
            values: [FOOD, FUEL]    | values: [FOOD, FUEL, TRAVEL]
            type: money             | type: "decimal(18,3)"
            key: cardId             | key: {name: cardId, type: text}
            boolean                 | '{type: enum, values: [no, yes]}'
            """)
    void shouldDifferWhereEventsDo(String text, String by) {
        Model model = changed(text, by);
        assertThat(ofEvents(model)).isNotEqualTo(ofEvents(MODEL)).isNotEqualTo(MessageLayout.UNKNOWN);
        assertThat(ofProfiles(model)).isEqualTo(ofProfiles(MODEL));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            city: text      | town: text
            city: text      | city: int
            limit: money    | limit: int
            """)
    void shouldDifferWhereProfilesDo(String text, String by) {
        Model model = changed(text, by);
        assertThat(ofProfiles(model)).isNotEqualTo(ofProfiles(MODEL)).isNotEqualTo(MessageLayout.UNKNOWN);
        assertThat(ofEvents(model)).isEqualTo(ofEvents(MODEL));
    }

    /** The presets differ in columns alone, so a job may go on from one to the other with events in flight. */
    @Test
    void shouldBeTheSameInAllPresets() {
        Model fewer = PresetModels.named("aim-42");
        Model more = PresetModels.named("aim-546");
        assertThat(ofEvents(fewer)).isEqualTo(ofEvents(more));
        assertThat(ofProfiles(fewer)).isEqualTo(ofProfiles(more));
    }
}
