package dev.aimonflink.clients.cli.rule;

import dev.aimonflink.clients.KnownModel;
import dev.aimonflink.clients.TextFile;
import dev.aimonflink.clients.cli.environment.Environment;
import dev.aimonflink.clients.cli.environment.ShellWord;
import dev.aimonflink.clients.cli.options.ConnectionOptions;
import dev.aimonflink.clients.cli.options.ModelOptions;
import dev.aimonflink.clients.rule.RuleModel;
import dev.aimonflink.matrix.model.InvalidInputException;
import dev.aimonflink.matrix.setup.ModelSource;
import dev.aimonflink.rules.judge.Rule;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What a file of rules is checked with if no cluster is needed; a mixin. */
final class RuleFileOptions {
    /** If none is given and no job answers. */
    private static final String USUAL_MODEL = "aim-546";

    private static final String STDIN = "-";

    @Mixin
    private ConnectionOptions kafka;

    @Mixin
    private ModelOptions models;

    @Option(
            names = "--time-zone",
            paramLabel = "ZONE",
            defaultValue = "UTC",
            description = "Where days begin, as the job's aim.time-zone. Default: ${DEFAULT-VALUE}")
    private ZoneId zone;

    /**
     * @param name as a user gives it, or as the job calls it
     * @param option that names it on another command line, after a blank; empty if that finds it by itself
     * @param origin why it is this one; empty if it was given
     */
    record Basis(RuleModel model, String name, String option, String origin) {
        static Basis of(ModelOptions models, ConnectionOptions kafka, ZoneId zone, Environment environment) {
            Optional<KnownModel> known = models.ifKnown(environment, kafka);
            if (models.isGiven()) {
                String name = models.nameOrFile();
                return new Basis(RuleModel.of(known.orElseThrow(), zone), name, " --model " + ShellWord.of(name), "");
            }
            return known.map(job ->
                            new Basis(RuleModel.of(job, zone), job.model().name(), "", ", the model of the job"))
                    .orElseGet(() -> new Basis(
                            RuleModel.of(KnownModel.of(ModelSource.of("Model", USUAL_MODEL)), zone),
                            USUAL_MODEL,
                            " --model " + USUAL_MODEL,
                            ", since no job answers and no --model is given"));
        }

        /** The rules of a file; a mistake is reported with the model, unless it was given. */
        List<Rule> rules(String file, Environment environment) {
            String yaml = RuleFileOptions.rules(file, environment);
            try {
                return model.rules(yaml, nameOf(file));
            } catch (InvalidInputException wrong) {
                throw origin.isEmpty()
                        ? wrong
                        : new InvalidInputException(
                                wrong.getMessage() + " The rules were checked for " + name + origin + ".", wrong);
            }
        }
    }

    Basis basis(Environment environment) {
        return Basis.of(models, kafka, zone, environment);
    }

    /** The name of a command's input in messages. */
    static String nameOf(String file) {
        return file.equals(STDIN) ? "stdin" : file;
    }

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
