package dev.aimonflink.bench.experiment;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.aimonflink.clients.ClientException;
import dev.aimonflink.clients.cli.environment.ExitCode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

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

    /** Says of a report that the experiment was not over when it was written. */
    public static final String PARTIAL = "partial";

    /** What may differ where the same is measured again. */
    private static final Set<String> MAY_DIFFER = Set.of("time", "aim", "commit");

    /** Whether the other one comes from the same code, machine and options, so that there is nothing to measure again. */
    public boolean isLike(Map<String, Object> otherEnvironment, Map<String, Object> otherParameters) {
        return answers.wrong() == 0
                && asRead(parameters).equals(asRead(otherParameters))
                && asRead(environment).equals(asRead(otherEnvironment));
    }

    /** Numbers of a file may have other types than those that were written. */
    private static JsonNode asRead(Map<String, Object> values) {
        Map<String, Object> kept = new TreeMap<>(values);
        kept.keySet().removeAll(MAY_DIFFER);
        try {
            return JSON.readTree(JSON.writeValueAsBytes(kept));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
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
