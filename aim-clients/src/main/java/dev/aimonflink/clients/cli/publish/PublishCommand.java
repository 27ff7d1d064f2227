package dev.aimonflink.clients.cli.publish;

import dev.aimonflink.clients.cli.environment.Environment;
import dev.aimonflink.clients.cli.rule.PublishRulesCommand;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code aim publish}. */
@Command(
        name = "publish",
        description = {
            "Publish events, entities' profiles, or rules as a load.",
            "",
            "Profiles first, if queries are to join their attributes. On a terminal, a bar shows how far it is."
        },
        footer = {
            "",
            "Examples:",
            "  aim publish profiles --entities 100000",
            "  aim publish events --rate 10000 --seconds 60",
            "  aim publish rules --count 300"
        },
        mixinStandardHelpOptions = true)
public final class PublishCommand {
    private PublishCommand() {}

    public static CommandLine commandLine(Environment environment) {
        return new CommandLine(new PublishCommand())
                .addSubcommand(new PublishEventsCommand(environment))
                .addSubcommand(new PublishProfilesCommand(environment))
                .addSubcommand(new PublishRulesCommand(environment));
    }
}
