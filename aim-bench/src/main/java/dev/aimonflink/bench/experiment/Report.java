package dev.aimonflink.bench.experiment;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.aimonflink.clients.ClientException;
import dev.aimonflink.clients.cli.environment.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * The result of an experiment.
 *
 * @param environment the machine and what ran on it
 * @param parameters the options, and the set-up of both sides of each comparison
 */
public record Report(
        String experiment,
        Map<String, Object> environment,
        Map<String, Object> parameters,
        List<Figure> figures,
        List<Demand> checks,
        Answers answers) {
    public static final String EXTENSION = ".json";

    public static final JsonMapper JSON = JsonMapper.builder()
            .enable(SerializationFeature.INDENT_OUTPUT)
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .build();

    public static Report read(Path file) {
        try {
            return JSON.readValue(file.toFile(), Report.class);
        } catch (IOException e) {
            throw new ClientException("Cannot read " + file + ": " + e.getMessage(), e);
        }
    }

    /** Whether the run only shows that everything works. */
    @JsonIgnore
    public boolean isQuick() {
        return Boolean.TRUE.equals(parameters.get("quick"));
    }

    /** Writes {@code DIRECTORY/EXPERIMENT.json} and returns its path. */
    public Path write(Path directory) {
        Path file = directory.resolve(experiment + EXTENSION);
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
        return checks.stream().allMatch(Demand::holds) ? ExitCode.OK : ExitCode.REGRESSION;
    }
}
