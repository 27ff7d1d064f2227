package dev.aimonflink.bench;

import dev.aimonflink.clients.cli.Aim;
import dev.aimonflink.clients.cli.environment.ClientFactory;
import dev.aimonflink.clients.cli.environment.Environment;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import picocli.CommandLine;

/**
 * What a command line did.
 *
 * @param out standard output
 * @param err standard error
 */
public record CommandRun(int exitCode, String out, String err) {
    public static CommandRun of(String... arguments) {
        return run(environment -> Aim.run(environment, arguments));
    }

    /** Runs a command by itself. Its standard error shows what it throws. */
    public static CommandRun of(Function<Environment, CommandLine> command, String... arguments) {
        return run(environment -> command.apply(environment)
                .setOut(writer(environment.out()))
                .setErr(writer(environment.err()))
                .execute(arguments));
    }

    private static PrintWriter writer(PrintStream stream) {
        return new PrintWriter(stream, true, StandardCharsets.UTF_8);
    }

    private static CommandRun run(ToIntFunction<Environment> command) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int exitCode = command.applyAsInt(new Environment(
                InputStream.nullInputStream(),
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                false,
                ClientFactory.KAFKA));
        return new CommandRun(exitCode, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }
}
