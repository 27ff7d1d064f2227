package dev.aimonflink.clients.cli.model;

import dev.aimonflink.clients.FakeKafka;
import dev.aimonflink.clients.cli.CommandRun;
import dev.aimonflink.clients.cli.environment.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class SchemaCommandTest {
    @TempDir
    private Path folder;

    private static CommandRun run(String... args) {
        return CommandRun.of(new FakeKafka(), args);
    }

    private Path file(String yaml) throws IOException {
        return Files.writeString(folder.resolve("schema.yaml"), yaml);
    }

    @Test
    void shouldShowTheColumns() throws IOException {
        Path file = file("""
                windows: [3 days]
                filters: [local]
                aggregates:
                  duration: [max, stdev]
                """);
        CommandRun run = run("schema", "show", file.toString(), "-o", "csv");
        assertThat(run.err()).isEmpty();
        assertThat(run.out()).isEqualTo("""
                        name,measure,function,filter,window,copy,type,kept
                        number_of_local_calls_this_3_days,calls,count,local,3 days,1,int,stored
                        total_duration_of_local_calls_this_3_days,duration,sum,local,3 days,1,int,stored
                        longest_duration_of_local_calls_this_3_days,duration,max,local,3 days,1,int,stored
                        total_squared_duration_of_local_calls_this_3_days,duration,squares,local,3 days,1,long,stored
                        standard_deviation_of_duration_of_local_calls_this_3_days,duration,stdev,local,3 days,1,double,derived
                        """);
        assertThat(run.exitCode()).isZero();
    }

    @Test
    void shouldShowThePresets() {
        assertThat(run("schema", "show", "aim-42", "-o", "jsonl").out().lines())
                .hasSize(42)
                .first()
                .isEqualTo("{\"name\":\"number_of_calls_this_day\",\"measure\":\"calls\",\"function\":\"count\","
                        + "\"filter\":\"all\",\"window\":\"1 day\",\"copy\":1,\"type\":\"int\",\"kept\":\"stored\"}");
        assertThat(run("schema", "show", "aim-546", "-o", "jsonl").out().lines())
                .hasSize(546);
    }

    @Test
    void shouldTellWhatAGoodFileKeeps() {
        CommandRun run = run("schema", "validate", "../docs/example-schema.yaml", "-o", "json");
        assertThat(run.out()).isEqualTo("""
                        {
                          "windows" : "6 hours, 1 day, 1 month",
                          "filters" : "all, long-distance",
                          "storedColumns" : 42,
                          "derivedColumns" : 18,
                          "recordBytes" : 276
                        }
                        """);
        assertThat(run.exitCode()).isZero();
    }

    @Test
    void shouldNameTheLineOfAMistake() throws IOException {
        Path file = file("""
                windows: [1 day]
                aggregates:
                  duraton: [sum]
                """);
        for (String command : new String[] {"validate", "show"}) {
            CommandRun run = run("schema", command, file.toString());
            assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
            assertThat(run.out()).isEmpty();
            assertThat(run.err())
                    .isEqualTo(file + ", line 3, column 3: key 'duraton' is not one of calls, duration, cost."
                            + " Did you mean 'duration'?\n");
        }
    }
}
