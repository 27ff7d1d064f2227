package dev.aimonflink.job.config;

import dev.aimonflink.matrix.model.InvalidInputException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.flink.configuration.ConfigOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static dev.aimonflink.testing.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

class JobArgumentsTest {
    private static final String ALL_OPTIONS = "Options are "
            + AimOptions.ALL.stream().map(ConfigOption::key).collect(Collectors.joining(", ")) + " and kafka.*.";

    @TempDir
    private Path folder;

    private Path file(String... lines) throws IOException {
        return Files.write(folder.resolve("job.properties"), List.of(lines), StandardCharsets.UTF_8);
    }

    private static void assertInvalid(String message, String... arguments) {
        assertFails(InvalidInputException.class, () -> JobArguments.parse(arguments))
                .hasMessage(message);
    }

    @Test
    void shouldReadNothingOfNoArguments() {
        assertThat(JobArguments.parse().toMap()).isEmpty();
    }

    @Test
    void shouldReadBothWaysOfWritingAnOption() {
        assertThat(JobArguments.parse("--aim.topics.events", "calls", "--aim.topics.results=answers")
                        .toMap())
                .isEqualTo(Map.of("aim.topics.events", "calls", "aim.topics.results", "answers"));
    }

    @Test
    void shouldKeepEverythingAfterTheFirstEqualsSign() {
        String jaas = "org.apache.kafka.PlainLoginModule required username=\"a\";";
        assertThat(JobArguments.parse("--kafka.sasl.jaas.config=" + jaas).toMap())
                .isEqualTo(Map.of("kafka.sasl.jaas.config", jaas));
    }

    @Test
    void shouldTakeTheLastOfOptionsGivenTwice() {
        assertThat(JobArguments.parse("--aim.time-zone=UTC", "--aim.time-zone", "Europe/Zurich")
                        .toMap())
                .isEqualTo(Map.of("aim.time-zone", "Europe/Zurich"));
    }

    @Test
    void shouldReadAPropertiesFile() throws IOException {
        Path file = file(
                "# comment", "aim.topics.events = calls", "kafka.security.protocol: SSL", "aim.time-zone=\\u0055TC");
        assertThat(JobArguments.parse("--properties", file.toString()).toMap())
                .isEqualTo(
                        Map.of("aim.topics.events", "calls", "kafka.security.protocol", "SSL", "aim.time-zone", "UTC"));
    }

    @Test
    void shouldPreferArgumentsToTheFileWhereverTheyStand() throws IOException {
        String file = file("aim.topics.events=from-file", "aim.topics.results=from-file")
                .toString();
        Map<String, String> wanted = Map.of("aim.topics.events", "given", "aim.topics.results", "from-file");
        assertThat(JobArguments.parse("--aim.topics.events", "given", "--properties", file)
                        .toMap())
                .isEqualTo(wanted);
        assertThat(JobArguments.parse("--properties=" + file, "--aim.topics.events=given")
                        .toMap())
                .isEqualTo(wanted);
    }

    @Test
    void shouldSayWhatAMisspeltOptionWasMeantToBe() {
        assertInvalid(
                "There is no option --aim.topics.event. Did you mean aim.topics.events?",
                "--aim.topics.event",
                "calls");
        assertInvalid(
                "There is no option --aim.matrix.colums. Did you mean aim.matrix.columns?", "--aim.matrix.colums=all");
    }

    @Test
    void shouldListTheOptionsWhereNoneIsNear() {
        assertInvalid("There is no option --parallelism. " + ALL_OPTIONS, "--parallelism=2");
        assertInvalid("There is no option --aim. " + ALL_OPTIONS, "--aim=2");
    }

    @Test
    void shouldSayWhichFileHasAnUnknownOption() throws IOException {
        Path file = file("aim.topics.event=calls");
        assertInvalid(
                "There is no option aim.topics.event in " + file + ". Did you mean aim.topics.events?",
                "--properties",
                file.toString());
    }

    @Test
    void shouldSayThatAnOptionHasNoValue() {
        assertInvalid(
                "Option --aim.time-zone has no value. Write --aim.time-zone value.",
                "--aim.topics.events=calls",
                "--aim.time-zone");
        assertInvalid("Option --properties has no value. Write --properties value.", "--properties");
    }

    @Test
    void shouldSayThatAnArgumentIsNoOption() {
        assertInvalid("Argument 'calls' is no option. Write options as --aim.option value.", "calls");
        assertInvalid("Argument '-aim.time-zone' is no option. Write options as --aim.option value.", "-aim.time-zone");
    }

    @Test
    void shouldSayThatAFileCannotBeRead() throws IOException {
        Path missing = folder.resolve("missing.properties");
        assertInvalid(
                "Cannot read the properties file " + missing + ": " + missing
                        + ". Check its path and that it is a Java properties file.",
                "--properties",
                missing.toString());
        Path broken = file("aim.time-zone=\\u12G4");
        assertInvalid(
                "Cannot read the properties file " + broken + ": Malformed \\uxxxx encoding."
                        + ". Check its path and that it is a Java properties file.",
                "--properties",
                broken.toString());
    }

    @Test
    void shouldSayThatAFileIsNoText() throws IOException {
        Path binary = folder.resolve("binary.properties");
        Files.write(binary, new byte[] {(byte) 0xC3, (byte) 0x28});
        assertInvalid(
                "Cannot read the properties file " + binary
                        + ": Input length = 1. Check its path and that it is a Java properties file.",
                "--properties",
                binary.toString());
    }
}
