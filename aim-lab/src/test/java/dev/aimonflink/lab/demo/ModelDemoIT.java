package dev.aimonflink.lab.demo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.aimonflink.clients.cli.Aim;
import dev.aimonflink.clients.cli.environment.ClientFactory;
import dev.aimonflink.clients.cli.environment.Environment;
import dev.aimonflink.clients.cli.environment.ExitCode;
import dev.aimonflink.lab.workload.ExampleModels;
import dev.aimonflink.testing.Scale;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class ModelDemoIT {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    @TempDir
    private Path folder;

    @Test
    void shouldRecomputeEveryColumnOfEntitiesWithNumbers() throws Exception {
        Path model = ExampleModels.FOLDER.resolve("payments.yaml");
        JsonNode report = demo("--model=" + model, "--format=json", "--parallelism=2");

        assertThat(report.path("model").asText()).isEqualTo("payments");
        assertThat(report.path("aggregates").asInt()).isGreaterThan(50);
    }

    @Test
    void shouldRecomputeEveryColumnOfEntitiesWithTexts() throws Exception {
        Path model = ExampleModels.FOLDER.resolve("devices.yaml");
        JsonNode report = demo("--model=" + model, "--format=binary", "--parallelism=1");

        assertThat(report.path("model").asText()).isEqualTo("devices");
    }

    @Test
    @Tag("campaign")
    void shouldExpectNoRowOfAnEntityThatNothingIsKnownOf() throws Exception {
        Path model = Files.writeString(folder.resolve("logins.yaml"), """
            model: logins
            entity: user
            event: login
            key: name
            time: at
            fields: {failed: boolean}
            filters: {failures: failed}
            windows: [1 day, last 3 hours, last 5 events]
            aggregates: {events: [count]}
            """);
        JsonNode report = demo("--model=" + model, "--format=json", "--parallelism=1");

        assertThat(report.path("model").asText()).isEqualTo("logins");
    }

    /** Runs a demo, and checks what holds for any model. */
    private JsonNode demo(String... options) throws Exception {
        String[] fixed = {
            "demo", "--seconds=" + Scale.times(2), "--entities=200", "--rate=500", "--seed=7", "--output=json"
        };
        String[] arguments = new String[fixed.length + options.length];
        System.arraycopy(fixed, 0, arguments, 0, fixed.length);
        System.arraycopy(options, 0, arguments, fixed.length, options.length);
        PrintStream printed = new PrintStream(out, true, StandardCharsets.UTF_8);
        int exitCode = Aim.run(
                new Environment(InputStream.nullInputStream(), printed, printed, false, ClientFactory.KAFKA),
                arguments);

        String text = out.toString(StandardCharsets.UTF_8);
        assertThat(exitCode).as(text).isEqualTo(ExitCode.OK);
        JsonNode report = new ObjectMapper().readTree(text);
        long published = report.path("events").path("published").asLong();
        assertThat(published).isGreaterThan(200);
        assertThat(report.path("events").path("applied").asLong()).isEqualTo(published);
        assertThat(report.path("queries").path("byId").fieldNames())
                .toIterable()
                .hasSize(2)
                .contains("verify");
        assertThat(report.path("queries").path("wrong").asLong()).isZero();
        assertThat(report.path("alerts").path("rules").asInt()).isEqualTo(1);
        assertThat(report.path("alerts").path("alerts").asInt()).isPositive();
        assertThat(report.path("freshnessMillis").path("p50").asDouble()).isPositive();
        assertThat(report.path("verification").path("answers").asInt())
                .as("each entity, one that nobody is, and all cells")
                .isEqualTo(202);
        assertThat(report.path("verification").path("rows").asLong()).isGreaterThan(200);
        assertThat(report.path("complaints")).isEmpty();
        return report;
    }
}
