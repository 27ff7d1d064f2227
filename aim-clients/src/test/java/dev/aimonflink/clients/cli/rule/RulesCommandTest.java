package dev.aimonflink.clients.cli.rule;

import dev.aimonflink.clients.FakeKafka;
import dev.aimonflink.clients.cli.CommandRun;
import dev.aimonflink.clients.cli.environment.ExitCode;
import dev.aimonflink.clients.rule.RuleCaseFile;
import dev.aimonflink.matrix.calls.CallModel;
import dev.aimonflink.matrix.calls.PresetModels;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class RulesCommandTest {
    private static final String RULES = """
            - id: pocket
              when: number_of_calls_this_day > 30 and total_duration_this_day < 10 * number_of_calls_this_day
              every: 1d
              resolve: true
            - id: abroad
              when: event.longDistance
              message: "{subscriber_id} from {zip}"
            """;

    private static final String CASES = """
            - case: a phone in a pocket
              usual: {subscriberId: 17, durationSeconds: 1, cost: 1, longDistance: false}
              events:
                - {times: 30}
                - {}
                - {after: 1d}
              alerts:
                - {rule: pocket, event: 31, key: 17}
                - {rule: pocket, state: resolved}
            - case: a call abroad
              rules: [abroad]
              profiles: [{subscriberId: 3, zip: 8000, subscriptionType: 1, category: 1, cellValueType: 1}]
              events: [{subscriberId: 3, timestamp: 2026-12-01T10:00:00Z, durationSeconds: 1, cost: 1, longDistance: true}]
              alerts: [{rule: abroad, message: 3 from 8000}]
            """;

    private final FakeKafka nothing = new FakeKafka().withoutJob();

    @TempDir
    private Path folder;

    private String file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text).toString();
    }

    private CommandRun run(String... args) {
        return CommandRun.of(nothing, args);
    }

    // ---- new and check

    @Test
    void shouldWriteAFileThatIsValidAndNeverOverAnother() throws IOException {
        Path file = folder.resolve("rules.yaml");
        run("rules", "new", "--model=aim-42", "--out=" + file)
                .says("Wrote " + file + ". Check it with `aim rules check --model aim-42 " + file + "`.\n");
        run("rules", "check", "--model", "aim-42", file.toString()).shows(file + " is valid for aim-42: 5 rules.\n");

        run("rules", "new", "--out=" + file).refuses("out=" + file + " exists already. Give the name of a new file.\n");

        run("rules", "new", "--model=aim-42").shows(Files.readString(file));
    }

    @Test
    void shouldSayWhichModelIsMeantIfNoneIsGiven() {
        CommandRun.withInput("[{id: dear, when: event.cost > 100}]", nothing, "rules", "check", "-")
                .shows("stdin is valid for aim-546, since no job answers and no --model is given: 1 rule.\n");
        CommandRun.withInput(RULES, nothing, "rules", "check", "-", "--output=jsonl")
                .shows("{\"file\":\"stdin\",\"model\":\"aim-546\",\"rules\":2}\n");
    }

    @Test
    void shouldSayWhereAFileIsWrong() throws IOException {
        String wrong = file("wrong.yaml", "- id: dear\n  when: event.cots > 100\n");
        run("rules", "check", wrong)
                .refuses(wrong
                        + ", line 2, column 9: There is no field \"event.cots\". Did you mean 'event.cost'? The rules were"
                        + " checked for aim-546, since no job answers and no --model is given.\n");
        assertThat(run("rules", "check", wrong, "--model=aim-42").err())
                .as("the model is known to who has given it")
                .endsWith("Did you mean 'event.cost'?\n");

        CommandRun none =
                run("rules", "check", folder.resolve("none.yaml").toString()).exits(ExitCode.USAGE);
        assertThat(none.err())
                .isEqualTo("file=" + folder.resolve("none.yaml")
                        + " is no file. Give one of rules, such as `aim rules new` writes.\n");

        run("rules", "check", wrong, "--time-zone=Zurich").exits(ExitCode.USAGE);
    }

    @Test
    void shouldCheckForTheModelOfTheJobWhereOneIsKnown() throws IOException {
        FakeKafka kafka = new FakeKafka().withTopics().withModel(CallModel.withAggregates(42), PresetModels.tables());
        String rules = file("rules.yaml", "[{id: many, when: number_of_calls_this_day > 100}]");
        String known = "--bootstrap=127.0.0.1:9092";
        CommandRun.of(kafka, "rules", "check", rules, known)
                .shows(rules + " is valid for aim_42, the model of the job: 1 rule.\n");
        CommandRun.of(kafka.withLocalCluster("127.0.0.1:1", null), "rules", "check", rules)
                .shows(rules + " is valid for aim_42, the model of the job: 1 rule.\n");
        String wrong = file("wrong.yaml", "[{id: many, when: spent > 100}]");
        assertThat(CommandRun.of(kafka, "rules", "check", wrong, known).err())
                .endsWith(" The rules were checked for aim_42, the model of the job.\n");
        assertThat(CommandRun.of(kafka, "rules", "new", known).out())
                .startsWith("# Rules for the model aim_42: ")
                .contains("aim rules check FILE    says");
    }

    // ---- test

    @Test
    void shouldTakeTheRulesAsTheOtherCommandsDo() throws IOException {
        CommandRun.withInput(
                        RULES, nothing, "rules", "test", "-", "--cases=" + file("cases.yaml", CASES), "--model=aim-42")
                .says("2 of 2 cases as expected.\n");
        run("rules", "test", "--cases=cases.yaml").exits(ExitCode.USAGE);
    }

    private CommandRun test(String cases, String... more) throws IOException {
        String[] args = new String[more.length + 5];
        args[0] = "rules";
        args[1] = "test";
        args[2] = file("rules.yaml", RULES);
        args[3] = "--cases=" + file("cases.yaml", cases);
        args[4] = "--model=aim-42";
        System.arraycopy(more, 0, args, 5, more.length);
        return run(args);
    }

    @Test
    void shouldPassWhereTheAlertsAreThoseThatHaveToCome() throws IOException {
        test(CASES)
                .succeeds()
                .says("2 of 2 cases as expected.\n")
                .shows("ok      a phone in a pocket\nok      a call abroad\n");
    }

    /** Rules and cases are on the page. */
    @Test
    void shouldPassTheCasesOfThePage() throws IOException {
        String page = Files.readString(Path.of("../docs/rules.md"));
        run(
                        "rules",
                        "test",
                        file("rules.yaml", blocks(page, "yaml rules aim-42")),
                        "--cases=" + file("cases.yaml", blocks(page, "yaml cases aim-42")),
                        "--model=aim-42")
                .says("2 of 2 cases as expected.\n");
        assertThat(page)
                .contains(String.format("| events of a case | %,d |", RuleCaseFile.MAX_EVENTS))
                .contains(String.format("| %,d |", RuleCaseFile.MAX_CHARACTERS));
    }

    private static String blocks(String page, String kind) {
        return Pattern.compile("(?ms)^```" + kind + "\\n(.*?)^```$")
                .matcher(page)
                .results()
                .map(block -> block.group(1))
                .collect(Collectors.joining("\n"));
    }

    @Test
    void shouldReadCasesInJsonAndWriteThem() throws IOException {
        CommandRun run = test(
                "[{\"case\":\"none\",\"usual\":{\"subscriberId\":1,\"durationSeconds\":1,\"cost\":1,\"longDistance\":false},"
                        + "\"events\":[{},{\"longDistance\":null}],\"alerts\":[]}]",
                "--output=jsonl");
        assertThat(run.err()).contains("longDistance is missing");
        test(
                        "[{\"case\":\"none\",\"usual\":{\"subscriberId\":1,\"durationSeconds\":1,\"cost\":1,\"longDistance\":false},"
                                + "\"events\":[{}],\"alerts\":[]}]",
                        "--output=jsonl")
                .shows("{\"case\":\"none\",\"passes\":true,\"differences\":null}\n");
    }

    @Test
    void shouldShowWhatIsMissingAndWhatWasNotExpected() throws IOException {
        test(CASES.replace("3 from 8000", "3 from 9000").replace("times: 30", "times: 29"))
                .fails("0 of 2 cases as expected.\n")
                .shows("""
                FAILED  a phone in a pocket
                        missing: pocket for 17 at event 31
                        missing: pocket resolved
                FAILED  a call abroad
                        missing: abroad: 3 from 9000
                        unexpected: abroad for 3 at event 1: 3 from 8000
                """);
    }

    @Test
    void shouldFailWhereAnEventDoesNotCount() throws IOException {
        test("""
                - case: late
                  usual: {subscriberId: 3, durationSeconds: 1, cost: 1, longDistance: false}
                  events: [{timestamp: 2026-12-01T10:00:00Z}, {timestamp: 2026-11-01T10:00:00Z}]
                  alerts: []
                """).exits(ExitCode.FAILURE).shows("FAILED  late\n        event 2 does not count: it is late\n");
    }

    @Test
    void shouldSayWhereCasesAreWrong() throws IOException {
        String usual = "  usual: {subscriberId: 3, durationSeconds: 1, cost: 1, longDistance: false}\n";
        assertWrong(
                "- case: a\n" + usual + "  events: [{csot: 1}]\n  alerts: []\n",
                "line 3, column 13: key 'csot' is not one of subscriberId, timestamp, durationSeconds, cost, longDistance,"
                        + " after, times. Did you mean 'cost'?");
        assertWrong(
                "- case: a\n" + usual + "  events: [{}]\n  alerts: [{rule: abraod}]\n",
                "line 4, column 19: rule 'abraod' is not one of pocket, abroad. Did you mean 'abroad'?");
        assertWrong(
                "- case: a\n" + usual + "  events: [{times: 2}]\n  alerts: [{rule: abroad, event: 3}]\n",
                "line 4, column 34: event=3 is none of the events 1 to 2.");
        assertWrong(
                "- case: a\n" + usual + "  events: [{cost: much}]\n  alerts: []\n",
                "line 3, column 12: cost must be a number, not a text.");
        assertWrong(
                "- case: a\n  events: []\n",
                "line 1, column 3: There is no key 'alerts'. Write the case like '- {case: name, events: [{...}], alerts:"
                        + " [{rule: id}]}'.");
        assertWrong(
                "- case: a\n" + usual + "  events: [{times: 100001}]\n  alerts: []\n",
                "line 3, column 12: A case has 1 to 100000 events. Give fewer 'times'.");
        assertWrong("- case: a\n" + usual + "  events: [{after: soon}]\n  alerts: []\n", "line 3, column 20: ");
        assertWrong("case: a\n", "line 1, column 1: The file is no list.");
    }

    private void assertWrong(String cases, String sentence) throws IOException {
        CommandRun run = test(cases);
        assertThat(run.exitCode()).as(cases).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).startsWith(folder.resolve("cases.yaml") + ", " + sentence);
    }
}
