package dev.aimonflink.lab.command;

import dev.aimonflink.clients.cli.SubcommandProvider;
import dev.aimonflink.clients.cli.environment.Environment;
import dev.aimonflink.lab.chaos.ChaosCommand;
import dev.aimonflink.lab.demo.DemoCommand;
import java.util.List;

/** The commands of {@code aim} that show the system at work and under stress. */
public final class LabCommands implements SubcommandProvider {
    @Override
    public List<Object> subcommands(Environment environment) {
        return List.of(new DemoCommand(environment), new ChaosCommand(environment));
    }
}
