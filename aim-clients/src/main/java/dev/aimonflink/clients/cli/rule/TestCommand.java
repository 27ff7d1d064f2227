package dev.aimonflink.clients.cli.rule;

import dev.aimonflink.clients.cli.environment.Environment;
import dev.aimonflink.clients.cli.environment.ExitCode;
import dev.aimonflink.clients.cli.options.ModelOptions;
import dev.aimonflink.clients.cli.options.OutputOptions;
import dev.aimonflink.clients.output.AnswerOutput;
import dev.aimonflink.clients.output.OutputFormat;
import dev.aimonflink.clients.rule.RuleCase;
import dev.aimonflink.clients.rule.RuleCaseFile;
import dev.aimonflink.clients.rule.RuleCaseRun;
import dev.aimonflink.clients.rule.RuleModel;
import dev.aimonflink.rules.judge.Rule;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code aim rules test}: by cases, which need no cluster, or by events of Kafka. */
@Command(
        name = "test",
        description = {
            "Run events through rules, and say what fires. With --cases, without a cluster, compare it with what has to fire: the"
                    + " exit code is 1 if a case fails. With --from, replay events that Kafka still has: the back-test. It runs in"
                    + " this process, reads alone, and the job does not notice it.",
            "",
            "A case has a name; 'events', of which 'usual' has the fields that all share; and 'alerts' in their order."
                    + " An event also has 'times', which repeats it, and 'after', for how long after the one before it"
                    + " came; 1s unless it says so, or has a time. An alert has its 'rule', and what of 'event' (its"
                    + " number), 'key', 'state' and 'message' matters. 'profiles' come before the events, and 'rules'"
                    + " says whose alerts matter; all unless it is there.",
            "",
            "A back-test judges by the rules of the file as if they were enabled, valid, not muted and no shadow. It says how"
                    + " often each would have fired, for whom, and which rules of the job have fired for the same events."
                    + " Attributes have their present values."
        },
        footer = {
            "",
            "Example of a case:",
            "  - case: the third call abroad",
            "    usual: {subscriberId: 7, durationSeconds: 60, cost: 1, longDistance: true}",
            "    events: [{times: 2}, {after: 1h}]",
            "    alerts: [{rule: advent, event: 3}]",
            "",
            "Examples:",
            "  aim rules test rules.yaml --cases cases.yaml",
            "  aim rules test rules.yaml --cases cases.yaml --model payments.yaml --output json",
            "  aim rules test rules.yaml --from 7d --sample 1%%",
            "  aim rules test rules.yaml --from 2026-12-01 --to 2026-12-07 --alerts alerts.jsonl"
        },
        mixinStandardHelpOptions = true)
final class TestCommand implements Callable<Integer> {
    private static final List<String> OF_CASES = List.of("case", "passes", "differences");

    private final Environment environment;

    @Spec
    private CommandSpec spec;

    @Mixin
    private RulesTopicOptions topics;

    @Mixin
    private ModelOptions models;

    @Mixin
    private ZoneOptions zone;

    @Mixin
    private OutputOptions outputOptions;

    @Mixin
    private BackTestOptions backTest;

    @Parameters(index = "0", paramLabel = "FILE", description = "A file of rules, - for stdin.")
    private String file;

    @Option(
            names = "--cases",
            paramLabel = "FILE",
            description =
                    "A YAML or JSON file of cases, - for stdin. Where neither a model is given nor a job answers, they are of"
                            + " aim-546.")
    private String casesFile;

    TestCommand(Environment environment) {
        this.environment = environment;
    }

    @Override
    public Integer call() {
        requireFitting();
        return casesFile == null
                ? backTest.run(file, topics, models, zone, outputOptions.output(environment), environment)
                : testCases();
    }

    private void requireFitting() {
        if ((casesFile == null) == !backTest.isWanted()) {
            throw new ParameterException(
                    spec.commandLine(), "Give --cases FILE to run cases, or --from TIME to replay events of Kafka.");
        }
        if (casesFile != null) {
            BackTestOptions.OTHERS.stream()
                    .filter(spec.commandLine().getParseResult()::hasMatchedOption)
                    .findFirst()
                    .ifPresent(option -> {
                        throw new ParameterException(
                                spec.commandLine(),
                                option + " is for --from, and cases have their own events. Leave it out.");
                    });
        }
    }

    // ---- cases

    private int testCases() {
        RuleFileOptions.Basis basis =
                RuleFileOptions.Basis.of(models, topics.kafka(), zone.of(Optional.empty()), environment);
        RuleModel model = basis.model();
        List<Rule> rules = basis.rules(file, environment);
        Set<String> ids = rules.stream().map(Rule::id).collect(Collectors.toCollection(LinkedHashSet::new));
        String text =
                RuleFileOptions.text(casesFile, "cases", "as `aim rules test --help` describes them.", environment);
        List<RuleCase> cases = RuleCaseFile.parse(text, RuleFileOptions.nameOf(casesFile), model.model(), ids);
        AnswerOutput output = outputOptions.output(environment);
        List<List<Object>> rows = new ArrayList<>();
        int passed = 0;
        for (RuleCase each : cases) {
            List<String> differences = RuleCaseRun.differences(each, rules, model);
            passed += differences.isEmpty() ? 1 : 0;
            rows.add(Arrays.asList(
                    each.name(), differences.isEmpty(), differences.isEmpty() ? null : String.join("; ", differences)));
            if (output.format() == OutputFormat.TABLE) {
                environment.out().println((differences.isEmpty() ? "ok      " : "FAILED  ") + each.name());
                differences.forEach(line -> environment.out().println("        " + line));
            }
        }
        if (output.format() != OutputFormat.TABLE) {
            output.print(OF_CASES, rows);
        }
        environment.err().println(passed + " of " + RulesCommand.counted(cases.size(), "case") + " as expected.");
        return passed == cases.size() ? ExitCode.OK : ExitCode.FAILURE;
    }
}
