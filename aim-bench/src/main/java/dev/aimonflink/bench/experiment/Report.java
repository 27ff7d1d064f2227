package dev.aimonflink.bench.experiment;

import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.aimonflink.clients.ClientException;
import dev.aimonflink.clients.cli.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * What an experiment found.
 *
 * @param environment the machine and what ran on it
 * @param parameters what was asked for, and how both sides of each comparison were set up
 */
public record Report(
        String experiment,
        Map<String, Object> environment,
        Map<String, Object> parameters,
        List<Figure> figures,
        List<Check> checks,
        Answers answers) {
    private static final JsonMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    /** Writes {@code DIRECTORY/EXPERIMENT.json} and returns its path. */
    public Path write(Path directory) {
        Path file = directory.resolve(experiment + ".json");
        try {
            Files.createDirectories(directory);
            JSON.writeValue(file.toFile(), this);
            return file;
        } catch (IOException e) {
            throw new ClientException("Cannot write " + file + ": " + e.getMessage(), e);
        }
    }

    /** An {@link ExitCode}: wrong answers are worse than slow ones. */
    public int exitCode() {
        if (answers.wrong() > 0) {
            return ExitCode.FAILURE;
        }
        return checks.stream().allMatch(Check::holds) ? ExitCode.OK : ExitCode.REGRESSION;
    }
}
