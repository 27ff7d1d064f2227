package dev.aimonflink.bench;

import dev.aimonflink.clients.cli.Environment;
import dev.aimonflink.clients.cli.SubcommandProvider;
import java.util.List;

/** The command of {@code aim} that measures. */
public final class BenchCommands implements SubcommandProvider {
    @Override
    public List<Object> subcommands(Environment environment) {
        return List.of(BenchCommand.commandLine(environment));
    }
}
