package dev.aimonflink.lab.workload;

import dev.aimonflink.clients.rule.RuleChange;
import dev.aimonflink.matrix.model.ModelException;
import dev.aimonflink.query.ask.tables.MatrixTables;
import dev.aimonflink.rules.judge.BoundRule;
import dev.aimonflink.rules.judge.Rule;
import dev.aimonflink.rules.judge.RuleColumns;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

class DrawnRulesTest {
    private static final int CHANGES = 300;

    static List<String> models() {
        return List.of(
                "aim-42",
                ExampleModels.FOLDER.resolve("payments.yaml").toString(),
                ExampleModels.FOLDER.resolve("devices.yaml").toString());
    }

    private static List<RuleChange> drawn(GivenModel given, long seed) {
        EventTimes times = EventTimes.from(EventTimes.SATURDAY, ZoneOffset.UTC, 1_000);
        DrawnRules rules = new DrawnRules(given, 500, times, 3_000, seed);
        return Stream.concat(
                        rules.first().stream(), Stream.generate(rules::next).limit(CHANGES))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("models")
    void shouldMeanSomethingForTheFirstSchemaAndNotAlwaysForTheOther(String model) {
        GivenModel given = GivenModel.of(model);
        List<Rule> rules = drawn(given, 7).stream()
                .map(RuleChange::after)
                .filter(Objects::nonNull)
                .toList();

        assertThat(rules).allMatch(each -> isReadBy(KeptModel.first(given), given, each));
        assertThat(rules)
                .anyMatch(each -> isReadBy(KeptModel.other(given), given, each))
                .anyMatch(each -> !isReadBy(KeptModel.other(given), given, each));
    }

    private static boolean isReadBy(KeptModel kept, GivenModel given, Rule rule) {
        try {
            new BoundRule(rule, 0, 0, new RuleColumns(new MatrixTables(kept.matrix(), given.tables(), Map.of())));
            return true;
        } catch (ModelException lacksAColumn) {
            return false;
        }
    }

    @Test
    void shouldDrawTheSameFromTheSameSeedAndEachKindOfChange() {
        GivenModel given = GivenModel.of("aim-42");
        List<RuleChange> changes = drawn(given, 7);

        assertThat(drawn(given, 7)).isEqualTo(changes);
        assertThat(drawn(given, 8)).isNotEqualTo(changes);
        TreeSet<String> changed = new TreeSet<>();
        changes.stream()
                .filter(each -> each.kind().equals("changed"))
                .forEach(each -> changed.addAll(each.changedKeys()));
        assertThat(changed).contains("enabled", "every", "mute", "priority", "resolve", "start", "valid", "when");
        assertThat(changes.stream().map(RuleChange::kind)).contains("added", "changed", "deleted");
        assertThat(changes.stream().filter(each -> each.id().equals("of-the-event")))
                .as("the one that is never changed")
                .hasSize(1);
    }
}
