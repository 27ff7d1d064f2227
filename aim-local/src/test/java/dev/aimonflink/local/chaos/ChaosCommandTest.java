package dev.aimonflink.local.chaos;

import dev.aimonflink.clients.cli.Aim;
import dev.aimonflink.clients.cli.ClientFactory;
import dev.aimonflink.clients.cli.Environment;
import dev.aimonflink.clients.cli.ExitCode;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class ChaosCommandTest {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --seeds=0              | seeds=0 is outside 1..1000. Give a number inside.
            --points=0             | points=0 is outside 1..1000. Give a number inside.
            --subscribers=1000001  | subscribers=1000001 is outside 1..1000000. Give a number inside.
            --aggregates=43        | aggregates=43 is not a schema. Give a multiple of 42 up to 65535, such as 42 or 546.
            --aggregates=4242      | aggregates=4242 is outside 1..4200. Give a number inside.
            --backend=disk         | backend=disk is none. Give one of hashmap, rocksdb, both.
            --disturbance=fire     | disturbance=fire is none. Give one of rescale, turn, schema, all.
            """)
    void shouldRefuseBadOptions(String option, String message) {
        assertThat(run("chaos", option)).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString(StandardCharsets.UTF_8)).contains(message);
        assertThat(out.toString(StandardCharsets.UTF_8)).isEmpty();
    }

    @Test
    void shouldExplainItself() {
        assertThat(run("chaos", "--help")).isEqualTo(ExitCode.OK);
        assertThat(out.toString(StandardCharsets.UTF_8))
                .contains("verify that every answer stays exact", "--seed=N", "aim chaos --seeds 3 --output json");
    }

    @Test
    void shouldDoEachBackendWithEachDisturbanceForEachSeed() {
        ChaosOptions options = new ChaosOptions(
                3, 2, 1, ChaosOptions.backends("both"), ChaosOptions.disturbances("all"), 1, 42, false);

        assertThat(options.cells())
                .hasSize(12)
                .doesNotHaveDuplicates()
                .startsWith(new Cell(3, Backend.HASHMAP, Disturbance.RESCALE))
                .endsWith(new Cell(4, Backend.ROCKSDB, Disturbance.SCHEMA));
    }

    private int run(String... arguments) {
        return Aim.run(
                new Environment(
                        InputStream.nullInputStream(),
                        new PrintStream(out, true, StandardCharsets.UTF_8),
                        new PrintStream(err, true, StandardCharsets.UTF_8),
                        false,
                        ClientFactory.KAFKA),
                arguments);
    }
}
