package dev.aimonflink.local.chaos;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.aimonflink.clients.cli.Aim;
import dev.aimonflink.clients.cli.ClientFactory;
import dev.aimonflink.clients.cli.Environment;
import dev.aimonflink.clients.cli.ExitCode;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/** A small campaign of three seeds, both backends and all disturbances. */
class ChaosIT {
    private static final int POINTS = 6;

    @ParameterizedTest
    @CsvSource({"1,hashmap,turn,true", "2,rocksdb,rescale,true", "3,rocksdb,schema,false"})
    void shouldStayExactInAStorm(long seed, String backend, String disturbance, boolean unaligned) throws Exception {
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
                "--points=" + POINTS,
                "--backend=" + backend,
                "--disturbance=" + disturbance,
                "--subscribers=500",
                "--unaligned=" + unaligned,
                "--output=json");

        JsonNode verdict = new ObjectMapper().readTree(out.toString(StandardCharsets.UTF_8));
        assertThat(exitCode).as(verdict.toPrettyString()).isEqualTo(ExitCode.OK);
        assertThat(verdict.path("exact").asBoolean()).isTrue();
        JsonNode run = verdict.path("runs").path(0);
        int kills = 0;
        for (JsonNode each : run.path("kills")) {
            kills += each.asInt();
        }
        assertThat(kills).isPositive();
        for (JsonNode each : run.path("missed")) {
            kills += each.asInt();
        }
        assertThat(kills).isEqualTo(POINTS);
        assertThat(run.path("changes").asInt()).isEqualTo(disturbance.equals("turn") ? 0 : 2);
        assertThat(run.path("replies").path("OK").asInt()).isPositive();
        assertThat(run.path("deadLetters").asInt()).isPositive();
        assertThat(run.path("compared").asInt()).isGreaterThan(500);
        assertThat(run.path("rows").asInt()).isEqualTo(520);
    }
}
