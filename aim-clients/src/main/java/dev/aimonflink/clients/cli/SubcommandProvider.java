package dev.aimonflink.clients.cli;

import dev.aimonflink.clients.cli.environment.Environment;
import java.util.List;

/** Adds commands to {@code aim}; found by {@link java.util.ServiceLoader}. */
public interface SubcommandProvider {
    /** New instances of picocli commands, named by their annotations; they get help, converters, exit codes and explained failures. */
    List<Object> subcommands(Environment environment);
}
