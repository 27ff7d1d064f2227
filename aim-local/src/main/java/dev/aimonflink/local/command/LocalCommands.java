package dev.aimonflink.local.command;

import dev.aimonflink.clients.cli.SubcommandProvider;
import dev.aimonflink.clients.cli.environment.Environment;
import dev.aimonflink.local.cluster.ClusterCommand;
import java.util.List;

/** The command of {@code aim} that starts brokers and clusters. */
public final class LocalCommands implements SubcommandProvider {
    @Override
    public List<Object> subcommands(Environment environment) {
        return List.of(new ClusterCommand(environment));
    }
}
