package dev.aimonflink.local.command;

import dev.aimonflink.clients.cli.SubcommandProvider;
import dev.aimonflink.clients.cli.environment.Environment;
import dev.aimonflink.local.chaos.ChaosCommand;
import dev.aimonflink.local.cluster.ClusterCommand;
import dev.aimonflink.local.demo.DemoCommand;
import java.util.List;

/** The commands of {@code aim} that start brokers and clusters. */
public final class LocalCommands implements SubcommandProvider {
    @Override
    public List<Object> subcommands(Environment environment) {
        return List.of(new DemoCommand(environment), new ClusterCommand(environment), new ChaosCommand(environment));
    }
}
