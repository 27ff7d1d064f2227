package dev.aimonflink.clients.rule;

import dev.aimonflink.clients.KnownModel;
import dev.aimonflink.matrix.model.Model;
import dev.aimonflink.matrix.model.RandomModels;
import dev.aimonflink.matrix.names.EntityTables;
import dev.aimonflink.matrix.setup.ModelSource;
import dev.aimonflink.rules.judge.Rule;
import dev.aimonflink.testing.Scale;
import java.time.ZoneOffset;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class StarterRulesTest {
    static LongStream seeds() {
        return Scale.seeds(30);
    }

    @ParameterizedTest
    @ValueSource(strings = {"aim-42", "aim-546", "../docs/models/payments.yaml", "../docs/models/devices.yaml"})
    void shouldBeRulesOfTheModelThatAUserNames(String name) {
        requireRules(KnownModel.of(ModelSource.of("Model", name)));
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void shouldBeRulesOfAnyModel(long seed) {
        Random random = new Random(seed);
        Model model = RandomModels.withAttributes(
                RandomModels.nextOfEveryPolicy(random).model(), random);
        EntityTables tables = RandomModels.tables(model, random);
        requireRules(new KnownModel(model, () -> tables));
    }

    private static void requireRules(KnownModel known) {
        RuleModel model = RuleModel.of(known, ZoneOffset.UTC);
        String text = StarterRules.text(model.schema(), "MODEL", " --model MODEL");
        assertThat(model.rules(text, "rules.yaml"))
                .as(text)
                .extracting(Rule::id)
                .containsExactly("many", "crosses", "of-the-event", "many-watch", "many-warn");
    }
}
