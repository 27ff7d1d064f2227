package dev.aimonflink.local.chaos;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.aimonflink.clients.cli.Aim;
import dev.aimonflink.clients.cli.ClientFactory;
import dev.aimonflink.clients.cli.Environment;
import dev.aimonflink.clients.cli.ExitCode;
import dev.aimonflink.local.demo.ExampleModels;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/** A small campaign of calls with all disturbances, and a smaller one of other models. */
class ChaosIT {
    private static final int SUBSCRIBERS = 500;

    @ParameterizedTest
    @CsvSource({"1,hashmap,turn,true", "2,rocksdb,rescale,true", "3,rocksdb,schema,false"})
    void shouldStayExactInAStorm(long seed, String backend, String disturbance, boolean unaligned) throws Exception {
        JsonNode run = run(seed, 6, backend, disturbance, "--unaligned=" + unaligned);

        assertThat(run.path("changes").asInt()).isEqualTo(disturbance.equals("turn") ? 0 : 2);
    }

    /** Readings have windows of five minutes, which turn all the time. */
    @ParameterizedTest
    @CsvSource({"4,hashmap,schema,payments", "5,rocksdb,rescale,devices"})
    void shouldStayExactWithAnyModel(long seed, String backend, String disturbance, String model) throws Exception {
        JsonNode run = run(seed, 3, backend, disturbance, "--model=" + ExampleModels.FOLDER.resolve(model + ".yaml"));

        assertThat(run.path("changes").asInt()).isEqualTo(1);
    }

    /** Runs once, and checks what holds for any run. */
    private static JsonNode run(long seed, int points, String backend, String disturbance, String further)
            throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        int exitCode = Aim.run(
                new Environment(
                        InputStream.nullInputStream(),
                        new PrintStream(out, true, StandardCharsets.UTF_8),
                        System.err,
                        false,
                        ClientFactory.KAFKA),
                "chaos",
                "--seed=" + seed,
                "--points=" + points,
                "--backend=" + backend,
                "--disturbance=" + disturbance,
                "--subscribers=" + SUBSCRIBERS,
                further,
                "--output=json");

        JsonNode verdict = new ObjectMapper().readTree(out.toString(StandardCharsets.UTF_8));
        assertThat(exitCode).as(verdict.toPrettyString()).isEqualTo(ExitCode.OK);
        assertThat(verdict.path("exact").asBoolean()).isTrue();
        JsonNode run = verdict.path("runs").path(0);
        int kills = sum(run.path("kills"));
        assertThat(kills).isPositive();
        assertThat(kills + sum(run.path("missed"))).isEqualTo(points);
        assertThat(run.path("replies").path("OK").asInt()).isPositive();
        assertThat(run.path("deadLetters").asInt()).isPositive();
        assertThat(run.path("compared").asInt()).isGreaterThan(SUBSCRIBERS);
        assertThat(run.path("rows").asInt()).isEqualTo(SUBSCRIBERS + 20);
        return run;
    }

    private static int sum(JsonNode counts) {
        int sum = 0;
        for (JsonNode each : counts) {
            sum += each.asInt();
        }
        return sum;
    }
}
