package dev.aimonflink.lab.demo;

import dev.aimonflink.clients.cli.CommandRun;
import dev.aimonflink.clients.cli.environment.ExitCode;
import dev.aimonflink.lab.workload.ExampleModels;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class DemoCommandTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --seconds=0           | seconds=0 is outside 1..3600. Give a number inside.
            --seconds=3601        | seconds=3601 is outside 1..3600. Give a number inside.
            --entities=-1      | entities=-1 is outside 1..10000000. Give a number inside.
            --rate=1000001        | rate=1000001 is outside 1..1000000. Give a number inside.
            --parallelism=129     | parallelism=129 is outside 1..128. Give a number inside.
            --model=aim-43        | Model 'aim-43' is neither a file nor a name: HERE/aim-43 does not exist. Did you mean 'aim-42'?
            --model=none          | Model 'none' is neither a file nor a name: HERE/none does not exist. Give the path of a file, or one of aim-42, aim-546.
            --rate=many           | Invalid value for option '--rate': 'many' is not a whole number
            --format=xml          | format=xml is not an event format. Use one of json, binary, kryo, avro.
            --output=xml          | output=xml is no format. Give one of table, json, jsonl, csv.
            --cluster=nowhere     | nowhere is not running. Start it with `aim cluster up --dir HERE/nowhere`.
            --fast                | Unknown option: '--fast'
            """)
    void shouldRefuseBadOptions(String option, String message) {
        assertThat(demo(option).exits(ExitCode.USAGE).shows("").err())
                .contains(message.replace("HERE", Path.of("").toAbsolutePath().toString()));
    }

    @Test
    void shouldRefuseMoreCallsThanItCanRecompute() {
        demo("--seconds=3600", "--rate=20000")
                .refuses("seconds=3600 times rate=20000 is more than 50000000 calls, which a demo cannot hold in memory"
                        + " to verify its answers. Lower one of them.\n");
    }

    @Test
    void shouldRefuseMoreEntitiesThanItsHeapHolds() {
        assertThat(demo("--entities=10000000").exits(ExitCode.USAGE).err())
                .startsWith("entities=10000000 of aim_546 need ")
                .endsWith(" Give fewer --entities, a smaller --model, or more heap.\n");
    }

    @Test
    void shouldRefuseKryoForEventsOtherThanCalls() {
        String payments = "--model=" + ExampleModels.FOLDER.resolve("payments.yaml");
        demo(payments, "--format=kryo")
                .refuses(
                        "format=kryo is for calls alone, and the model 'payments' has events of its own. Give json or binary.\n");
    }

    @Test
    void shouldServeNoClusterThatHasAGateway() {
        demo("--serve", "--cluster")
                .refuses(
                        "serve=true is for a demo in one process. The cluster of --cluster goes on anyway, and `aim cluster status`"
                                + " shows the port of its gateway.\n");
    }

    private static CommandRun demo(String... options) {
        return CommandRun.of(
                Stream.concat(Stream.of("demo"), Stream.of(options)).toArray(String[]::new));
    }

    @Test
    void shouldExplainItself() {
        assertThat(demo("--help").succeeds().out())
                .contains("verify every answer", "--seconds=N", "Default: 100000", "aim demo --output json");
    }
}
