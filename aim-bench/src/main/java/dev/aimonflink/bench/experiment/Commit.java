package dev.aimonflink.bench.experiment;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Says of which sources a result is. */
final class Commit {
    private static final String DIRTY = "-dirty";

    private Commit() {}

    /** Such as {@code 0123...} of a checkout, with {@code -dirty} where it has changes; unknown of anything else. */
    static String of(Path home) {
        return git(home, "rev-parse", "HEAD")
                .flatMap(commit -> git(home, "status", "--porcelain", "--untracked-files=no")
                        .map(changes -> changes.isEmpty() ? commit : commit + DIRTY))
                .orElse(Machine.UNKNOWN);
    }

    /** What git says; empty if it fails or is not there. */
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
