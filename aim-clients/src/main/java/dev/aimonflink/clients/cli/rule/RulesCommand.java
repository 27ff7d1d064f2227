package dev.aimonflink.clients.cli.rule;

import dev.aimonflink.clients.cli.environment.Environment;
import dev.aimonflink.clients.cli.environment.ExitCode;
import dev.aimonflink.clients.cli.options.OutputOptions;
import dev.aimonflink.clients.output.AnswerOutput;
import dev.aimonflink.clients.output.OutputFormat;
import dev.aimonflink.clients.rule.StarterRules;
import dev.aimonflink.rules.judge.Rule;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code aim rules}, and its commands that need no cluster. */
@Command(
        name = "rules",
        description = "Write, check and try rules, and change those of a job.",
        footer = {
            "",
            "Examples:",
            "  aim rules new --model payments.yaml --out rules.yaml",
            "  aim rules check rules.yaml --model payments.yaml",
            "  aim rules test rules.yaml --cases cases.yaml --model payments.yaml",
            "  aim rules test rules.yaml --from 7d --sample 1%%",
            "  aim rules preview rules.yaml",
            "  aim rules put rules.yaml",
            "  aim rules list",
            "  aim rules mute dear-day --until 2026-12-24",
            "  aim rules log dear-day"
        },
        mixinStandardHelpOptions = true)
public final class RulesCommand {
    private final Environment environment;

    private RulesCommand(Environment environment) {
        this.environment = environment;
    }

    /** With the commands that are separate classes. */
    public static CommandLine commandLine(Environment environment) {
        return new CommandLine(new RulesCommand(environment))
                .addSubcommand(new TestCommand(environment))
                .addSubcommand(new PreviewCommand(environment))
                .addSubcommand(new PutCommand(environment))
                .addSubcommand(new ListCommand(environment))
                .addSubcommand(new ShowCommand(environment))
                .addSubcommand(new LogCommand(environment))
                .addSubcommand(new MuteCommand(environment))
                .addSubcommand(new SwitchCommand.Disable(environment))
                .addSubcommand(new SwitchCommand.Enable(environment))
                .addSubcommand(new SwitchCommand.Delete(environment));
    }

    // ---- new

    @Command(
            name = "new",
            description = {
                "Write a small file of rules for a model to begin with, in which comments explain the keys. An existing file"
                        + " is never overwritten. Where neither a model is given nor a job answers, it is for aim-546."
            },
            footer = {"", "Examples:", "  aim rules new", "  aim rules new --model payments.yaml --out rules.yaml"},
            mixinStandardHelpOptions = true)
    int create(
            @Mixin RuleFileOptions options,
            @Option(names = "--out", paramLabel = "FILE", description = "A new file to write. Default: stdout")
                    Path file) {
        RuleFileOptions.Basis basis = options.basis(environment);
        String text = StarterRules.text(basis.model().schema(), basis.name(), basis.option());
        environment.writeNew(file, text, "aim rules check" + basis.option());
        return ExitCode.OK;
    }

    // ---- check

    @Command(
            name = "check",
            description = {
                "Check a file of rules. If it is wrong, the exit code is 2 and a sentence names the line, the column and the"
                        + " fix. No cluster is needed: where neither a model is given nor a job answers, it is checked for"
                        + " aim-546."
            },
            footer = {
                "",
                "Examples:",
                "  aim rules check rules.yaml",
                "  aim rules check rules.yaml --model payments.yaml --output json"
            },
            mixinStandardHelpOptions = true)
    int check(
            @Mixin RuleFileOptions options,
            @Mixin OutputOptions outputOptions,
            @Parameters(index = "0", paramLabel = "FILE", description = "A file of rules, - for stdin.") String file) {
        RuleFileOptions.Basis basis = options.basis(environment);
        String name = RuleFileOptions.nameOf(file);
        List<Rule> rules = basis.rules(file, environment);
        AnswerOutput output = outputOptions.output(environment);
        if (output.format() == OutputFormat.TABLE) {
            environment
                    .out()
                    .println(name + " is valid for " + basis.name() + basis.origin() + ": "
                            + counted(rules.size(), "rule") + ".");
        } else {
            Map<String, Object> figures = new LinkedHashMap<>();
            figures.put("file", name);
            figures.put("model", basis.name());
            figures.put("rules", rules.size());
            output.printRecord(figures);
        }
        return ExitCode.OK;
    }

    static String counted(int count, String what) {
        return count + " " + what + (count == 1 ? "" : "s");
    }
}
