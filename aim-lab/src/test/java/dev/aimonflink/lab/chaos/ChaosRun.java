package dev.aimonflink.lab.chaos;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.aimonflink.clients.cli.environment.ClientFactory;
import dev.aimonflink.clients.cli.environment.Environment;
import dev.aimonflink.clients.cli.environment.ExitCode;
import dev.aimonflink.clients.output.OutputFormat;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;

import static org.assertj.core.api.Assertions.assertThat;

/** One run of {@code aim chaos}, of which holds what must hold for any. */
final class ChaosRun {
    static final int SUBSCRIBERS = 500;

    private final JsonNode report;

    private ChaosRun(JsonNode report) {
        this.report = report;
    }

    /** @param further more options */
    static ChaosRun of(long seed, int points, String backend, String disturbance, String... further)
            throws IOException {
        return of(Guests.Invitation.NONE, seed, points, backend, disturbance, further);
    }

    /** @param guests who ask as well */
    static ChaosRun of(
            Guests.Invitation guests, long seed, int points, String backend, String disturbance, String... further)
            throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Environment environment = new Environment(
                InputStream.nullInputStream(),
                new PrintStream(out, true, StandardCharsets.UTF_8),
                System.err,
                false,
                ClientFactory.KAFKA);
        List<String> arguments = new ArrayList<>(List.of(
                "--seed=" + seed,
                "--points=" + points,
                "--backend=" + backend,
                "--disturbance=" + disturbance,
                "--entities=" + SUBSCRIBERS,
                "--output=json"));
        arguments.addAll(List.of(further));
        int exitCode = new CommandLine(new ChaosCommand(environment, guests))
                .registerConverter(OutputFormat.class, OutputFormat::of)
                .execute(arguments.toArray(String[]::new));

        JsonNode verdict = new ObjectMapper().readTree(out.toString(StandardCharsets.UTF_8));
        assertThat(exitCode).as(verdict.toPrettyString()).isEqualTo(ExitCode.OK);
        assertThat(verdict.path("exact").asBoolean()).isTrue();
        ChaosRun run = new ChaosRun(verdict.path("runs").path(0));
        assertThat(run.kills()).isPositive();
        assertThat(run.kills() + sum(run.report.path("missed"))).isEqualTo(points);
        assertThat(run.report.path("replies").path("OK").asInt()).isPositive();
        assertThat(run.report.path("deadLetters").asInt()).isPositive();
        assertThat(run.report.path("alerts").asInt()).isPositive();
        assertThat(run.report.path("ruleVersions").asInt()).isPositive();
        assertThat(run.report.path("compared").asInt()).isGreaterThan(SUBSCRIBERS);
        return run;
    }

    private static int sum(JsonNode counts) {
        int sum = 0;
        for (JsonNode each : counts) {
            sum += each.asInt();
        }
        return sum;
    }

    int kills() {
        return sum(report.path("kills"));
    }

    int changes() {
        return report.path("changes").asInt();
    }

    int attacks() {
        return report.path("attacks").asInt();
    }

    int rows() {
        return report.path("rows").asInt();
    }

    int events() {
        return report.path("events").asInt();
    }

    String seconds() {
        return report.path("seconds").asText();
    }
}
