package dev.aimonflink.matrix.model;

import dev.aimonflink.matrix.format.model.ModelFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class ModelChangeTest {
    private static final String PAYMENTS = """
            model: payments
            entity: card
            event: payment
            key: cardId
            time: timestamp
            fields:
              amount: money
              online: boolean
            attributes:
              limit: money
            filters:
              online: online
            windows: [1 day]
            aggregates:
              amount: [sum]
            """;

    private static ModelChange change(String text, String by) {
        assertThat(PAYMENTS).contains(text);
        return new ModelChange(
                ModelFile.parse(PAYMENTS, "earlier.yaml"), ModelFile.parse(PAYMENTS.replace(text, by), "present.yaml"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            model: payments | model: spending
            entity: card    | entity: Card
            event: payment  | event: purchase
            key: cardId     | key: card
            time: timestamp | time: at
            amount: money   | amount: double
            limit: money    | tier: int
            online: online  | large: amount > 1000
            [1 day]         | [1 week, last 100 events]
            [sum]           | [min, avg]
            """)
    void shouldKeepTheRowsWhateverElseIsChanged(String text, String by) {
        assertThat(change(text, by).keepsRows()).isTrue();
    }

    @Test
    void shouldNotKeepTheRowsOfAnotherEntity() {
        ModelChange change = change("entity: card", "entity: account");
        assertThat(change.keepsRows()).isFalse();
        assertThat(change.difference("the data are"))
                .isEqualTo("model=payments has the entity 'account' with numbers as keys, but the data are of"
                        + " model=payments, which has the entity 'card' with numbers as keys.");
    }

    @Test
    void shouldNotKeepTheRowsOfAnotherKindOfKey() {
        ModelChange change = change("key: cardId", "key: {name: cardId, type: text}");
        assertThat(change.keepsRows()).isFalse();
        assertThat(change.difference("the data are"))
                .isEqualTo("model=payments has the entity 'card' with texts as keys, but the data are of"
                        + " model=payments, which has the entity 'card' with numbers as keys.");
    }
}
