package dev.aimonflink.clients.cli.rule;

import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.aimonflink.clients.QueryClient;
import dev.aimonflink.clients.cli.environment.Environment;
import dev.aimonflink.clients.cli.environment.ExitCode;
import dev.aimonflink.clients.cli.options.ModelOptions;
import dev.aimonflink.clients.cli.options.OutputOptions;
import dev.aimonflink.clients.output.AnswerOutput;
import dev.aimonflink.clients.output.OutputFormat;
import dev.aimonflink.clients.rule.RuleModel;
import dev.aimonflink.clients.rule.RulePreviews;
import dev.aimonflink.matrix.model.InvalidInputException;
import dev.aimonflink.query.serve.request.QueryResult;
import dev.aimonflink.rules.judge.Rule;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code aim rules preview}. */
@Command(
        name = "preview",
        description = {
            "Say for how many entities the rules of a file are true now, and show ten of each with what their alerts would say."
                    + " Nothing is written.",
            "",
            "The job looks at all entities by the conditions alone, whether a rule is valid, muted or enabled or not. A rule that"
                    + " reads the event, or before(...), is true of an event and not of an entity: it is left out, with exit code 4,"
                    + " and `aim rules test` shows what it does."
        },
        footer = {
            "",
            "Examples:",
            "  aim rules preview rules.yaml",
            "  aim rules preview rules.yaml --rule dear -o json"
        },
        mixinStandardHelpOptions = true)
final class PreviewCommand implements Callable<Integer> {
    private static final List<String> COLUMNS = List.of("rule", "entities", "examples");

    private final Environment environment;

    @Mixin
    private RulesTopicOptions rules;

    @Mixin
    private ModelOptions models;

    @Mixin
    private OutputOptions outputOptions;

    @Parameters(paramLabel = "FILE", description = "The rules; - is standard input.")
    private String file;

    @Option(names = "--rule", paramLabel = "ID", description = "Of this rule only.")
    private String id;

    @Option(
            names = "--timeout",
            paramLabel = "TIME",
            defaultValue = "60s",
            description = "How long the job may take. Default: ${DEFAULT-VALUE}")
    private Duration timeout;

    PreviewCommand(Environment environment) {
        this.environment = environment;
    }

    @Override
    public Integer call() {
        String yaml = RuleFileOptions.rules(file, environment);
        RuleModel model = RuleModel.of(models.required(environment, rules.kafka()), ZoneOffset.UTC);
        List<Rule> wanted = model.rules(yaml, RuleFileOptions.nameOf(file)).stream()
                .filter(each -> id == null || each.id().equals(id))
                .toList();
        if (wanted.isEmpty()) {
            throw new InvalidInputException("There is no rule '" + id + "' in " + RuleFileOptions.nameOf(file) + ".");
        }
        List<Rule> asked = model.withoutEvents(wanted, why -> environment.err().println("Left out: " + why));
        QueryResult answer;
        try (QueryClient client = rules.client(environment)) {
            answer = RulePreviews.ask(client::answer, asked, timeout);
        }
        if (answer.status() != QueryResult.Status.OK) {
            environment
                    .err()
                    .println("The job does not say for whom the rules are true: "
                            + answer.error().message());
            return answer.status() == QueryResult.Status.TIMEOUT ? ExitCode.TIMEOUT : ExitCode.FAILURE;
        }
        print(answer);
        return asked.size() == wanted.size() ? ExitCode.OK : ExitCode.PARTIAL;
    }

    private void print(QueryResult answer) {
        AnswerOutput output = outputOptions.output(environment);
        List<List<Object>> rows = RulePreviews.byRule(answer);
        if (output.format() == OutputFormat.TABLE) {
            rows.forEach(row -> row.set(2, keys((ArrayNode) row.get(2))));
        }
        output.print(COLUMNS, rows);
        if (output.format() == OutputFormat.TABLE) {
            answer.rows().stream()
                    .filter(row -> row.get(3) != null)
                    .forEach(row -> environment.out().println(row.get(0) + ": " + row.get(3)));
        }
    }

    private static String keys(ArrayNode examples) {
        return StreamSupport.stream(examples.spliterator(), false)
                .map(each -> each.path("key").asText())
                .collect(Collectors.joining(", "));
    }
}
