package dev.aimonflink.bench.experiment;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Finds the commit that a result was measured with. */
final class Commit {
    private static final String DIRTY = "-dirty";

    private Commit() {}

    /** The commit of a checkout, with {@code -dirty} if it has changes; unknown outside a checkout. */
    static String of(Path home) {
        return git(home, "rev-parse", "HEAD")
                .flatMap(commit -> git(home, "status", "--porcelain", "--untracked-files=no")
                        .map(changes -> changes.isEmpty() ? commit : commit + DIRTY))
                .orElse(Machine.UNKNOWN);
    }

    /** The output of git; empty if it fails or is missing. */
    private static Optional<String> git(Path home, String... arguments) {
        List<String> command = Stream.concat(Stream.of("git", "-C", home.toString()), Arrays.stream(arguments))
                .toList();
        try {
            Process process = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            process.getOutputStream().close();
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            return process.waitFor() == 0 ? Optional.of(said) : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }
}
