package dev.aimonflink.bench.peers;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.aimonflink.clients.cli.environment.ClientFactory;
import dev.aimonflink.clients.cli.environment.Environment;
import dev.aimonflink.clients.cli.environment.ExitCode;
import dev.aimonflink.matrix.layout.MatrixSchema;
import dev.aimonflink.matrix.model.InvalidInputException;
import dev.aimonflink.matrix.record.EntityRecord;
import dev.aimonflink.query.serve.request.AskedQuery;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

import static org.assertj.core.api.Assertions.assertThat;

class PeersCommandTest {
    @TempDir
    private Path directory;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @Test
    void shouldReportBothSidesAndFindTheirAnswersEqual() throws IOException {
        int exitCode = run(DuckDbPeer::new, "--quick", "--rows", "20000", "--threads", "2");
        assertThat(err.toString(StandardCharsets.UTF_8)).isEmpty();
        assertThat(exitCode).isEqualTo(ExitCode.OK);
        assertThat(out.toString(StandardCharsets.UTF_8))
                .contains(" answers verified, none wrong.\n")
                .endsWith("report " + directory + "\n");

        JsonNode report =
                new JsonMapper().readTree(directory.resolve("peers.json").toFile());
        assertThat(report.get("experiment").asText()).isEqualTo("peers");
        assertThat(report.get("environment").has("cpu")).isTrue();
        assertThat(report.get("parameters").get("rows").asInt()).isEqualTo(20_000);
        assertThat(report.get("parameters").get("aim").get("threads").asInt()).isEqualTo(2);
        assertThat(report.get("parameters").get("duckdb").get("threads").asInt())
                .isEqualTo(2);
        Set<String> adHoc = new TreeSet<>();
        for (String query : AdHocQueries.names()) {
            adHoc.add("aim." + query);
            adHoc.add("duckdb." + query);
        }
        assertThat(figureNames(report))
                .containsAll(adHoc)
                .filteredOn(name -> !adHoc.contains(name))
                .containsExactly(
                        "aim.q1",
                        "aim.q2",
                        "aim.q3",
                        "aim.q4",
                        "aim.q5",
                        "aim.q6",
                        "aim.q7",
                        "duckdb.q1",
                        "duckdb.q2",
                        "duckdb.q3",
                        "duckdb.q4",
                        "duckdb.q5",
                        "duckdb.q6",
                        "duckdb.q7");
        assertThat(report.get("checks")).isEmpty();
        assertThat(report.get("answers").get("verified").asInt()).isPositive();
        assertThat(report.get("answers").get("wrong").asInt()).isZero();
    }

    private static Set<String> figureNames(JsonNode report) {
        Set<String> names = new TreeSet<>();
        report.get("figures").forEach(figure -> names.add(figure.get("name").asText()));
        return names;
    }

    @Test
    void shouldFailWhenAPeerAnswersOtherwise() {
        int exitCode = run(threads -> new Liar(), "--rows", "100", "--quick");
        assertThat(exitCode).isEqualTo(ExitCode.FAILURE);
        assertThat(out.toString(StandardCharsets.UTF_8)).contains("WRONG: ");
        assertThat(err.toString(StandardCharsets.UTF_8))
                .contains("q1 {alpha=1}: liar, fluently, answers [[42]] where ");
    }

    @Test
    void shouldDemandThatWeAreFasterUnlessItIsQuick() throws IOException {
        run(threads -> new Liar(), "--rows", "100");
        JsonNode report =
                new JsonMapper().readTree(directory.resolve("peers.json").toFile());
        assertThat(report.get("checks")).hasSize(9 + AdHocQueries.names().size());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --rows=0      | rows=0 is outside 1..2147483647. Give a number inside.
            --threads=0   | threads=0 is outside 1..256. Give a number inside.
            --threads=257 | threads=257 is outside 1..256. Give a number inside.
            """)
    void shouldRefuseOptionsThatMakeNoSense(String option, String message) {
        assertThat(run(threads -> new Liar(), option)).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString(StandardCharsets.UTF_8)).isEqualTo(message + "\n");
    }

    private int run(IntFunction<Peer> peers, String... options) {
        Environment environment = new Environment(
                InputStream.nullInputStream(),
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                false,
                ClientFactory.KAFKA);
        return new CommandLine(new PeersCommand(environment, peers))
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setExecutionExceptionHandler((e, commandLine, parsed) -> {
                    if (e instanceof InvalidInputException) {
                        environment.err().println(e.getMessage());
                        return ExitCode.USAGE;
                    }
                    throw e;
                })
                .execute(Stream.concat(Stream.of("--out", directory.toString()), Stream.of(options))
                        .toArray(String[]::new));
    }

    /** Is quick to answer. */
    private static final class Liar implements Peer {
        @Override
        public String name() {
            return "liar";
        }

        @Override
        public Map<String, Object> configuration() {
            return Map.of();
        }

        @Override
        public void load(MatrixSchema schema, Collection<String> columns, Stream<EntityRecord> subscribers) {
            assertThat(subscribers).hasSize(100);
        }

        @Override
        public Map<String, Question> prepare(AskedQuery call) {
            return Map.of("fluently", () -> List.of(List.of(42)));
        }

        @Override
        public void close() {}
    }
}
