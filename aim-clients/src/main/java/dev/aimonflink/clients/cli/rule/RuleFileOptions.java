package dev.aimonflink.clients.cli.rule;

import dev.aimonflink.clients.KnownModel;
import dev.aimonflink.clients.TextFile;
import dev.aimonflink.clients.cli.environment.Environment;
import dev.aimonflink.clients.cli.environment.ShellWord;
import dev.aimonflink.clients.rule.RuleModel;
import dev.aimonflink.matrix.setup.ModelSource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.ZoneId;
import picocli.CommandLine.Option;

/** What a file of rules is checked with where no job is asked; a mixin. */
final class RuleFileOptions {
    /** Where none is given and no job is asked. */
    static final String USUAL_MODEL = "aim-546";

    private static final String STDIN = "-";

    @Option(
            names = "--model",
            paramLabel = "NAME|FILE",
            defaultValue = "${env:AIM_MODEL:-" + USUAL_MODEL + "}",
            description = "The model that the rules are for: aim-42, aim-546, or a YAML file. Default: the environment"
                    + " variable AIM_MODEL, or else aim-546")
    private String nameOrFile;

    @Option(
            names = "--time-zone",
            paramLabel = "ZONE",
            defaultValue = "UTC",
            description = "Where days begin, as the job's aim.time-zone. Default: ${DEFAULT-VALUE}")
    private ZoneId zone;

    /** As another command line takes it. */
    String modelWord() {
        return ShellWord.of(nameOrFile);
    }

    String modelName() {
        return nameOrFile;
    }

    RuleModel model() {
        return RuleModel.of(KnownModel.of(ModelSource.of("Model", nameOrFile)), zone);
    }

    /** What the input of a command is called in messages. */
    static String nameOf(String file) {
        return file.equals(STDIN) ? "stdin" : file;
    }

    /** The text of a file, or of standard input. */
    static String text(String file, String what, String example, Environment environment) {
        try {
            return file.equals(STDIN)
                    ? TextFile.decoded(environment.in().readAllBytes(), "Standard input")
                    : TextFile.read(file, what, example);
        } catch (IOException unreadable) {
            throw new UncheckedIOException("Standard input cannot be read.", unreadable);
        }
    }

    static String rules(String file, Environment environment) {
        return text(file, "rules", "such as `aim rules new` writes.", environment);
    }
}
