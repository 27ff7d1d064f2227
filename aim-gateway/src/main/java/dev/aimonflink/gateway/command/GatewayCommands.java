package dev.aimonflink.gateway.command;

import dev.aimonflink.clients.cli.SubcommandProvider;
import dev.aimonflink.clients.cli.environment.Environment;
import java.util.List;

/** The commands of {@code aim} about the gateway. */
public final class GatewayCommands implements SubcommandProvider {
    @Override
    public List<Object> subcommands(Environment environment) {
        return List.of(GatewayCommand.commandLine(environment), new McpCommand(environment));
    }
}
