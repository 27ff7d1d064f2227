package dev.aimonflink.lab.demo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.aimonflink.clients.Waiting;
import dev.aimonflink.clients.cli.Aim;
import dev.aimonflink.clients.cli.environment.ClientFactory;
import dev.aimonflink.clients.cli.environment.Environment;
import dev.aimonflink.clients.cli.environment.ExitCode;
import dev.aimonflink.clients.cli.environment.LiveLine;
import dev.aimonflink.lab.workload.GivenModel;
import dev.aimonflink.matrix.setup.EventFormat;
import dev.aimonflink.query.serve.request.Catalogue;
import dev.aimonflink.testing.Scale;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.TemporalAdjusters;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class DemoIT {
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final String CALLS = "SELECT sum(number_of_calls_this_week) FROM subscribers";
    private static final Pattern PSQL = Pattern.compile("psql -h 127[.]0[.]0[.]1 -p (\\d+) -U aim aim\n");

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @Test
    @Tag("compiled")
    void shouldAnswerEveryQueryAsAPlainRecomputationDoes() throws Exception {
        int exitCode = run(
                false,
                "--seconds=" + Scale.times(2),
                "--entities=500",
                "--rate=1000",
                "--model=aim-84",
                "--format=binary",
                "--seed=7",
                "--output=json");

        JsonNode report = new ObjectMapper().readTree(out.toString(StandardCharsets.UTF_8));
        assertThat(exitCode).as(report.toPrettyString()).isEqualTo(ExitCode.OK);
        assertThat(report.path("ok").asBoolean()).isTrue();
        long published = report.path("events").path("published").asLong();
        assertThat(published).isPositive();
        assertThat(report.path("events").path("applied").asLong()).isEqualTo(published);
        assertThat(report.path("events").path("perSecond").asDouble()).isPositive();

        JsonNode queries = report.path("queries");
        assertThat(queries.path("asked").asLong()).isPositive();
        assertThat(queries.path("answered").asLong())
                .isEqualTo(queries.path("asked").asLong());
        assertThat(queries.path("wrong").asLong()).isZero();
        assertThat(queries.path("byId").fieldNames()).toIterable().containsExactlyElementsOf(Catalogue.BENCHMARK);
        assertThat(queries.path("byId"))
                .allSatisfy(query -> assertThat(query.path("asked").asLong()).isPositive());

        assertThat(report.path("alerts").path("rules").asInt()).isEqualTo(2);
        assertThat(report.path("alerts").path("alerts").asInt()).isPositive();
        assertThat(report.path("alerts").path("newest").asText())
                .containsAnyOf("The next 10 phone minutes of 0 today are free.", "the phone is in a pocket");

        JsonNode freshness = report.path("freshnessMillis");
        assertThat(freshness.path("p50").asDouble()).isPositive();
        assertThat(freshness.path("p99").asDouble())
                .isBetween(
                        freshness.path("p50").asDouble(), freshness.path("max").asDouble());
        assertThat(report.path("parallelism").asInt()).isEqualTo(2);
        assertThat(report.path("entities").asInt()).isEqualTo(500);
        assertThat(report.path("aggregates").asInt()).isEqualTo(84);
        assertThat(report.path("verification").path("rows").asLong()).isGreaterThan(500);
        assertThat(err.toString(StandardCharsets.UTF_8)).isEmpty();
    }

    @Test
    void shouldPrintProgressAndResultsForAPerson() {
        int exitCode = run(true, "--seconds=1", "--entities=100", "--rate=100", "--parallelism=1", "--model=aim-42");

        String printed = out.toString(StandardCharsets.UTF_8);
        assertThat(exitCode).as(printed).isEqualTo(ExitCode.OK);
        assertThat(printed)
                .contains(" into 100 x 42 aggregates on 1 partition.")
                .contains("| query |")
                .contains("every digit equal")
                .contains("cores, heap ");
        assertThat(err.toString(StandardCharsets.UTF_8))
                .contains("Kafka, Flink and the job start ...")
                .contains(" events/s, ")
                .endsWith("\r\u001b[K");
    }

    @Test
    void shouldLetClientsOfPostgresAskUntilItIsStopped() throws Exception {
        DemoOptions options = new DemoOptions(1, 100, 200, 1, 5, EventFormat.JSON, GivenModel.of("aim-42"));
        AtomicBoolean stop = new AtomicBoolean();
        CompletableFuture<DemoReport> demo = CompletableFuture.supplyAsync(() -> {
            try {
                return new Demo(options, new LiveLine(environment(false)), System::currentTimeMillis)
                        .run(new Serving(options, environment(false).err(), report -> {}, stop::get));
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        try {
            assertThat(Waiting.until(() -> demo.isDone() || psqlPort().isPresent(), LIMIT))
                    .isTrue();
            int port = psqlPort().orElseThrow();
            assertThat(PostgresClient.number(port, "SELECT count(*) FROM subscribers")
                            .orElse(0))
                    .isGreaterThanOrEqualTo(100);
            OptionalLong before = PostgresClient.number(port, CALLS);
            assertThat(before).isPresent();
            assertThat(Waiting.until(() -> PostgresClient.number(port, CALLS).orElse(0) > before.getAsLong(), LIMIT))
                    .as("it is live")
                    .isTrue();
        } finally {
            stop.set(true);
        }
        assertThat(demo.get(LIMIT.toSeconds(), TimeUnit.SECONDS).isOk()).isTrue();
        assertThat(err.toString(StandardCharsets.UTF_8)).endsWith("Ctrl-C ends it.\n");
    }

    private OptionalInt psqlPort() {
        Matcher printed = PSQL.matcher(err.toString(StandardCharsets.UTF_8));
        return printed.find() ? OptionalInt.of(Integer.parseInt(printed.group(1))) : OptionalInt.empty();
    }

    @Test
    void shouldVerifyWhenAWeekEndsMeanwhile() throws Exception {
        long turnMs = LocalDate.now(ZoneOffset.UTC)
                .with(TemporalAdjusters.previousOrSame(DayOfWeek.MONDAY))
                .minusWeeks(1)
                .atStartOfDay(ZoneOffset.UTC)
                .toInstant()
                .toEpochMilli();
        DemoOptions options = new DemoOptions(3, 200, 500, 2, 11, EventFormat.JSON, GivenModel.of("aim-42"));
        // The clock of the callers begins when the first of them calls, a second before midnight.
        TurningClock clock = new TurningClock(turnMs - Duration.ofSeconds(1).toMillis());

        DemoReport report = new Demo(options, new LiveLine(environment(false)), clock::nowMs).run();

        assertThat(report.verification().differences()).isEmpty();
        assertThat(report.brokenInvariants()).isEmpty();
        assertThat(report.complaints()).isEmpty();
        assertThat(report.isOk()).as(report.toString()).isTrue();
        assertThat(report.verification().answers().get("q6").asOf().windows().get("1 week"))
                .isEqualTo(LocalDate.ofEpochDay(Duration.ofMillis(turnMs).toDays()));
        assertThat(clock.firstMs()).isLessThan(turnMs);
    }

    /** Real time, shifted so that it begins at a given time. */
    private static final class TurningClock {
        private final long firstMs;
        private long startMs = -1;

        TurningClock(long firstMs) {
            this.firstMs = firstMs;
        }

        long firstMs() {
            return firstMs;
        }

        synchronized long nowMs() {
            long nowMs = System.currentTimeMillis();
            startMs = startMs < 0 ? nowMs : startMs;
            return firstMs + nowMs - startMs;
        }
    }

    private int run(boolean terminal, String... options) {
        String[] arguments = new String[options.length + 1];
        arguments[0] = "demo";
        System.arraycopy(options, 0, arguments, 1, options.length);
        return Aim.run(environment(terminal), arguments);
    }

    private Environment environment(boolean terminal) {
        return new Environment(
                InputStream.nullInputStream(),
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                terminal,
                ClientFactory.KAFKA);
    }
}
