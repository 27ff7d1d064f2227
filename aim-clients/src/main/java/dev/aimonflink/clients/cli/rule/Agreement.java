package dev.aimonflink.clients.cli.rule;

import dev.aimonflink.clients.cli.environment.Environment;
import dev.aimonflink.clients.rule.RuleChange;
import dev.aimonflink.matrix.model.InvalidInputException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Option;

/** Whether changes may be written: a person agrees, or has done so by an option; a mixin. */
final class Agreement {
    @Option(names = "--yes", description = "Write without asking; needed where nobody can be asked.")
    private boolean isGiven;

    boolean to(List<RuleChange> changes, Environment environment) {
        long real = changes.stream().filter(each -> !each.isNone()).count();
        if (real == 0 || isGiven) {
            return true;
        }
        if (!environment.terminal()) {
            throw new InvalidInputException("Nobody can be asked here. Give --yes to write the changes.");
        }
        environment.err().print("Write " + real + (real == 1 ? " change" : " changes") + "? [y/N] ");
        environment.err().flush();
        boolean isAgreed = answer(environment).strip().toLowerCase(Locale.ROOT).startsWith("y");
        if (!isAgreed) {
            environment.err().println("Nothing was written.");
        }
        return isAgreed;
    }

    /** Empty at the end of the input. */
    private static String answer(Environment environment) {
        try {
            String line =
                    new BufferedReader(new InputStreamReader(environment.in(), StandardCharsets.UTF_8)).readLine();
            return line == null ? "" : line;
        } catch (IOException unreadable) {
            throw new UncheckedIOException("Standard input cannot be read.", unreadable);
        }
    }
}
