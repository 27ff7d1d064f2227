package dev.aimonflink.clients.model;

import dev.aimonflink.matrix.format.model.ModelFile;
import dev.aimonflink.matrix.model.InvalidInputException;
import dev.aimonflink.matrix.model.Model;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static dev.aimonflink.testing.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

class StarterModelTest {
    private static final List<String> KEYS = List.of(
            "model",
            "description",
            "entity",
            "event",
            "key",
            "time",
            "fields",
            "attributes",
            "tables",
            "filters",
            "windows",
            "aggregates",
            "names",
            "aliases",
            "copies");

    /** Also words that YAML reads as something else. */
    @ParameterizedTest
    @ValueSource(strings = {"payments", "orders", "a", "Model_2", "true", "null", "model", "no"})
    void shouldBeAModelOfAnyNameWithoutWarnings(String name) {
        Model model = ModelFile.parse(StarterModel.text(name), "starter");
        assertThat(model.name()).isEqualTo(name);
        assertThat(ModelWarnings.of(model)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "payments, card, payment",
        "orders, order, event",
        "parties, party, event",
        "boxes, box, event",
        "glass, glass, event",
        "houses, house, event",
        "Model_2, Model_2, event"
    })
    void shouldHaveWordsOfItsName(String name, String entity, String event) {
        String text = StarterModel.text(name);
        assertThat(text).startsWith("# What is kept of each " + entity + ", from its " + event + "s.");
        Model model = ModelFile.parse(text, "starter");
        assertThat(model.entity().name()).isEqualTo(entity);
        assertThat(model.event().key().name()).isEqualTo(entity + "Id");
        assertThat(model.event().name()).isEqualTo(event);
        if (!name.equals("payments")) {
            assertThat(text).doesNotContain("card", "payment");
        }
    }

    @Test
    void shouldExplainEachKey() {
        List<String> lines = StarterModel.text("payments").lines().toList();
        for (String key : KEYS) {
            int at = lines.indexOf(lines.stream()
                    .filter(line -> line.matches("(# )?" + key + ":.*"))
                    .findFirst()
                    .orElseThrow(() -> new AssertionError("There is no line of " + key)));
            assertThat(lines.get(at - 1)).as(key).startsWith("# ");
        }
    }

    /** What is commented out is part of a model too. */
    @Test
    void shouldHaveRightExamplesInComments() {
        String text = StarterModel.text("payments").replace("# zip:", "zip:").replace("# tables:", "tables:");
        Model model = ModelFile.parse(text, "starter");
        assertThat(model.entity().tables()).containsOnlyKeys("regions");
        assertThat(model.entity().attributes()).hasSize(2);
        assertThat(ModelWarnings.of(model)).isEmpty();
    }

    @Test
    void shouldRefuseANameThatNoModelCanHave() {
        assertFails(InvalidInputException.class, () -> StarterModel.text("my-model"))
                .hasMessage("model 'my-model' is no name."
                        + " Write a letter, and then up to 62 letters, digits and underscores.");
    }
}
