package dev.aimonflink.clients.cli;

import dev.aimonflink.clients.cli.environment.Environment;
import java.util.List;

/** Adds commands to {@code aim}. Providers are found by {@link java.util.ServiceLoader}. */
public interface SubcommandProvider {
    /**
     * New instances of picocli commands, named by their annotations. Help, converters, exit codes and the explanation of
     * failures are added to them.
     */
    List<Object> subcommands(Environment environment);
}
