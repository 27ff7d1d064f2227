package dev.aimonflink.clients.cli.rule;

import dev.aimonflink.clients.cli.environment.Environment;
import dev.aimonflink.clients.cli.environment.ExitCode;
import dev.aimonflink.clients.rule.RuleChange;
import dev.aimonflink.clients.rule.RuleLog;
import dev.aimonflink.clients.rule.RuleVersion;
import dev.aimonflink.matrix.model.InvalidInputException;
import java.io.PrintStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code aim rules show}. */
@Command(
        name = "show",
        description = "Show a rule as a file has it, with its version, since when and by whom in comments.",
        footer = {"", "Examples:", "  aim rules show dear-day", "  aim rules show dear-day --version 17"})
final class ShowCommand extends CommandOfVersions {
    private final Environment environment;

    @Mixin
    private RulesTopicOptions rules;

    @Parameters(index = "0", paramLabel = "ID", description = "The rule's id.")
    private String id;

    @Option(names = "--version", paramLabel = "N", description = "As it was at version N. Default: the newest")
    private Long version;

    ShowCommand(Environment environment) {
        this.environment = environment;
    }

    @Override
    public Integer call() {
        RuleLog log = rules.topic(environment).read();
        RuleVersion found = version == null ? log.present(id) : old(log);
        PrintStream out = environment.out();
        out.println("# version " + found.number() + ", of " + found.time()
                + (found.by() == null ? "" : ", by " + found.by())
                + (found.note() == null ? "" : ": " + found.note().replaceAll("\\s+", " ")));
        out.print(RuleChange.yaml(found.rule()));
        return ExitCode.OK;
    }

    private RuleVersion old(RuleLog log) {
        log.of(id);
        RuleVersion found = log.at(version).get(id);
        if (found == null) {
            throw new InvalidInputException("There was no rule '" + id + "' at version " + version + ". `aim rules log "
                    + id + "` shows its versions.");
        }
        return found;
    }
}
