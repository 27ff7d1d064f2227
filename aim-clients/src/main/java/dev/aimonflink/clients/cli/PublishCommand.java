package dev.aimonflink.clients.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code aim publish}. */
@Command(name = "publish", description = "Publish events or subscribers' profiles.", mixinStandardHelpOptions = true)
final class PublishCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    private PublishCommand() {}

    static CommandLine commandLine(Environment environment) {
        return new CommandLine(new PublishCommand())
                .addSubcommand(new PublishEventsCommand(environment))
                .addSubcommand(new PublishSubscribersCommand(environment));
    }

    @Override
    public Integer call() {
        throw Aim.needsSubcommand(spec);
    }
}
