package dev.aimonflink.clients.cli;

import dev.aimonflink.clients.cli.environment.ClientFactory;
import dev.aimonflink.clients.cli.environment.Environment;
import dev.aimonflink.clients.cli.environment.ExitCode;
import dev.aimonflink.clients.output.VisibleStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import picocli.CommandLine;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The result of a command line.
 *
 * @param out standard output
 * @param err standard error
 */
public record CommandRun(int exitCode, String out, String err) {
    public static CommandRun of(String... args) {
        return of(ClientFactory.KAFKA, args);
    }

    public static CommandRun of(ClientFactory kafka, String... args) {
        return withInput("", kafka, args);
    }

    public static CommandRun withInput(String input, ClientFactory kafka, String... args) {
        return withInput(input.getBytes(StandardCharsets.UTF_8), kafka, args);
    }

    public static CommandRun withInput(byte[] input, ClientFactory kafka, String... args) {
        return run(false, input, kafka, environment -> Aim.run(environment, args));
    }

    public static CommandRun onTerminal(ClientFactory kafka, String... args) {
        return run(true, new byte[0], kafka, environment -> Aim.run(environment, args));
    }

    /** Runs a command by itself. Its standard error shows what it throws. */
    public static CommandRun ofCommand(Function<Environment, CommandLine> command, String... args) {
        return run(false, new byte[0], ClientFactory.KAFKA, environment -> command.apply(environment)
                .setOut(new PrintWriter(environment.out(), true, StandardCharsets.UTF_8))
                .setErr(new PrintWriter(environment.err(), true, StandardCharsets.UTF_8))
                .execute(args));
    }

    private static CommandRun run(
            boolean terminal, byte[] input, ClientFactory kafka, ToIntFunction<Environment> command) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        PrintStream data = new PrintStream(out, true, StandardCharsets.UTF_8);
        int exitCode = command.applyAsInt(new Environment(
                new ByteArrayInputStream(input),
                terminal ? VisibleStream.of(data) : data,
                new PrintStream(err, true, StandardCharsets.UTF_8),
                terminal,
                kafka));
        return new CommandRun(exitCode, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }

    public CommandRun succeeds() {
        return exits(ExitCode.OK);
    }

    public CommandRun exits(int code) {
        assertThat(exitCode).as("exit code, after %s%s", err, out).isEqualTo(code);
        return this;
    }

    /** Says what is wrong with the command line, and shows nothing. */
    public CommandRun refuses(String message) {
        return exits(ExitCode.USAGE).says(message).shows("");
    }

    /** Says what is wrong elsewhere. */
    public CommandRun fails(String message) {
        return exits(ExitCode.FAILURE).says(message);
    }

    /** What standard error has, all of it. */
    public CommandRun says(String message) {
        assertThat(err).as("standard error").isEqualTo(message);
        return this;
    }

    /** What standard output has, all of it. */
    public CommandRun shows(String text) {
        assertThat(out).as("standard output").isEqualTo(text);
        return this;
    }
}
