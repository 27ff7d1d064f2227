package dev.aimonflink.clients.cli.rule;

import dev.aimonflink.clients.FakeKafka;
import dev.aimonflink.clients.Results;
import dev.aimonflink.clients.cli.CommandRun;
import dev.aimonflink.clients.cli.environment.ExitCode;
import dev.aimonflink.matrix.calls.CallModel;
import dev.aimonflink.matrix.calls.PresetModels;
import dev.aimonflink.query.serve.pass.QueryError.Code;
import dev.aimonflink.rules.format.RuleRecords;
import dev.aimonflink.rules.judge.PreviewRules;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

@Timeout(60)
class PreviewCommandTest {
    private static final String TWO = """
            - {id: dear, when: total_cost_this_day > 100, message: "{subscriber_id} spends"}
            - {id: many, when: number_of_calls_this_day > 10}
            """;

    private final FakeKafka kafka =
            new FakeKafka().withTopics().withModel(CallModel.withAggregates(42), PresetModels.tables());

    private CommandRun preview(String yaml, String... args) {
        String[] all = new String[args.length + 3];
        all[0] = "rules";
        all[1] = "preview";
        all[2] = "-";
        System.arraycopy(args, 0, all, 3, args.length);
        return CommandRun.withInput(yaml, kafka, all);
    }

    @Test
    void shouldShowForHowManyEntitiesRulesAreTrueAndSomeOfThem() {
        kafka.withJob(request -> {
            assertThat(request.asked().query()).isEqualTo(PreviewRules.ID);
            assertThat((String) request.asked().params().get(PreviewRules.PARAMETER))
                    .startsWith("{\"id\":\"dear\"")
                    .contains("\n{\"id\":\"many\"");
            return Results.ok(
                    request,
                    List.of("rule", "entities", "key", "message"),
                    List.of(
                            Arrays.asList("dear", 12L, null, null),
                            Arrays.asList("dear", null, "7", "7 spends"),
                            Arrays.asList("dear", null, "9", "9 spends"),
                            Arrays.asList("many", 0L, null, null)));
        });
        preview(TWO).succeeds().shows("""
                +------+----------+----------+
                | rule | entities | examples |
                +------+----------+----------+
                | dear |       12 | 7, 9     |
                | many |        0 |          |
                +------+----------+----------+
                dear: 7 spends
                dear: 9 spends
                """);
        assertThat(preview(TWO, "--output=jsonl").out())
                .startsWith(
                        "{\"rule\":\"dear\",\"entities\":12,\"examples\":[{\"key\":\"7\",\"message\":\"7 spends\"},");
        assertThat(kafka.published()).isEmpty();
    }

    private CommandRun apply(String yaml) {
        return CommandRun.withInput(yaml, kafka, "rules", "put", "-", "--apply-now", "--yes", "--no-wait");
    }

    @Test
    void shouldSayForHowManyEntitiesARuleWillFireAtOnceAndMarkItsVersion() {
        kafka.withJob(request -> request.asked().query().equals(PreviewRules.ID)
                ? Results.ok(
                        request,
                        List.of("rule", "entities", "key", "message"),
                        List.of(Arrays.asList("dear", 12L, null, null), Arrays.asList("many", 1L, null, null)))
                : Results.error(request, Code.UNKNOWN_QUERY));
        CommandRun run = apply(TWO).succeeds();
        assertThat(run.err())
                .contains("dear is true for 12 entities now, and will fire for each at once.")
                .contains("many is true for 1 entity now, and will fire for it at once.");
        assertThat(apply(TWO).out()).as("applied again").contains("| again ");
        assertThat(kafka.published()).hasSize(4).allSatisfy(each -> assertThat(
                        each.headers().lastHeader(RuleRecords.APPLY_NOW))
                .isNotNull());
    }

    @Test
    void shouldWriteNothingThatTheJobCannotLookFor() {
        kafka.withJob(request -> Results.error(request, Code.INVALID_PARAMETER));
        for (String rule : List.of("when: total_cost_this_day > 1", "when: idle > 1, check: every 10 s")) {
            CommandRun run = apply("- {id: dear, " + rule + "}").exits(ExitCode.USAGE);
            assertThat(run.err()).contains("Nothing was written.");
        }
        assertThat(apply("- {id: dear, when: event.cost > 1}").err()).contains("Rule 'dear' needs an event");
        assertThat(kafka.published()).isEmpty();
    }

    @Test
    void shouldRefuseARuleThatIsTrueOfAnEventAndSayWhatToDo() {
        for (String when : List.of("event.cost > 1", "total_cost_this_day - before(total_cost_this_day) > 1")) {
            CommandRun run = preview("- {id: dear, when: " + when + "}").exits(ExitCode.USAGE);
            assertThat(run.err())
                    .startsWith("Rule 'dear' needs an event, because it reads ")
                    .contains("`aim rules test`");
        }
        assertThat(preview(TWO, "--rule=deer").err()).startsWith("There is no rule 'deer' in stdin.");
    }

    @Test
    void shouldLookForTheRulesThatNeedNoEventAndSayWhichAreLeftOut() {
        kafka.withJob(request -> {
            assertThat((String) request.asked().params().get(PreviewRules.PARAMETER))
                    .contains("\"many\"")
                    .doesNotContain("of-an-event");
            return Results.ok(
                    request,
                    List.of("rule", "entities", "key", "message"),
                    List.of(Arrays.asList("dear", 12L, null, null), Arrays.asList("many", 3L, null, null)));
        });
        CommandRun run =
                preview(TWO + "- {id: of-an-event, when: event.cost > 1}\n").exits(ExitCode.PARTIAL);
        assertThat(run.err())
                .startsWith("Left out: Rule 'of-an-event' needs an event, because it reads event.cost, so");
        assertThat(run.out()).contains("| many |        3 |");
    }

    @Test
    void shouldSayWhyTheJobDoesNotAnswer() {
        kafka.withJob(request -> Results.error(request, Code.UNKNOWN_QUERY));
        CommandRun run = preview(TWO).exits(ExitCode.FAILURE);
        assertThat(run.err()).startsWith("The job does not say for whom the rules are true: ");
    }
}
