package dev.aimonflink.bench.harness;

import dev.aimonflink.clients.ClientException;
import dev.aimonflink.clients.cli.Aim;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;

/** Runs a command line of {@code aim} in a JVM of its own, with the settings of this one. */
final class FreshJvm {
    private FreshJvm() {}

    /** Returns the exit code, and drops what the command writes to stdout. */
    static int run(List<String> arguments) throws InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(ProcessHandle.current().info().command().orElse("java"));
        command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), Aim.class.getName()));
        command.addAll(arguments);
        Process process = start(command);
        Thread end = new Thread(process::destroy);
        Runtime.getRuntime().addShutdownHook(end);
        try {
            return process.waitFor();
        } finally {
            process.destroy();
            Runtime.getRuntime().removeShutdownHook(end);
        }
    }

    private static Process start(List<String> command) {
        try {
            return new ProcessBuilder(command)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
        } catch (IOException e) {
            throw new ClientException("Cannot start a JVM for another run: " + e.getMessage(), e);
        }
    }
}
