package dev.aimonflink.bench;

import dev.aimonflink.clients.cli.CommandRun;
import dev.aimonflink.clients.cli.environment.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class BenchCommandTest {
    @TempDir
    private Path directory;

    private CommandRun jmh(String pattern) {
        return CommandRun.of("bench", "jmh", pattern, "--out", directory.toString());
    }

    @Test
    void shouldAskForAnExperiment() {
        CommandRun run = CommandRun.of("bench").exits(ExitCode.USAGE);
        assertThat(run.err()).startsWith("Give a command: jmh").contains("See `aim bench --help`.");
    }

    @Test
    void shouldExplainItself() {
        CommandRun run = CommandRun.of("bench", "jmh", "--help").succeeds();
        assertThat(run.out()).contains("[PATTERN...]", "--quick", "--out=DIR", "aim bench jmh '^scan' --output json");
    }

    @Test
    void shouldSayWhatAllRuns() {
        CommandRun run = CommandRun.of("bench", "all", "--help").succeeds();
        assertThat(run.out().replaceAll("\\s+", " "))
                .contains(
                        "Run write, read, mixed, response, clients, points, aggregates, freshness, peak, sql, gateway, viewers, constant, checkpoints, stalls,"
                                + " recovery, scaling, turns, columns, concurrent, schedule, rules, checks, coldstart, ingestion, function, aggregation, nexmark, frontier, peers.");
    }

    @Test
    void shouldRefuseAPatternThatIsNone() {
        jmh("scan(").refuses("pattern=scan( is no regular expression: Unclosed group. Give one such as ^scan.\n");
    }

    @Test
    void shouldNameTheBenchmarksWhereAPatternFindsNone() {
        CommandRun run = jmh("no-such").exits(ExitCode.USAGE);
        assertThat(run.err())
                .startsWith("pattern=no-such is in no benchmark's label. There are ")
                .contains("scan.q1, scan.q2, scan.q3")
                .endsWith("update.update, windowUpdate.update.\n");
    }

    @Test
    void shouldRefuseAnUnknownModelBeforeABenchmarkStarts() {
        CommandRun.of("bench", "jmh", "^update", "-p", "model=payments,paymets", "--out", directory.toString())
                .refuses("model=paymets is neither a file nor a name. Give the path of a model file, or one of"
                        + " payments, wide, rolling, nexmark, aim-42, aim-546.\n");
    }

    @Test
    void shouldTakeOptionsOfJmhAndRefuseThoseThatItDoesNotKnow() {
        assertThat(CommandRun.of("bench", "jmh", "-l").succeeds().out()).contains("scan.q7\n");
        CommandRun.of("bench", "jmh", "^scan", "--such", "1").exits(ExitCode.USAGE);
        CommandRun.of("bench", "jmh", "^scan", "-rf", "csv", "--out", directory.toString())
                .refuses("JMH's options -rf and -rff have no effect here, because its samples are written as JSON to"
                        + " DIR/jmh-samples.json. Leave them out.\n");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            write | --model=payments --aggregates=42    | model=payments and aggregates=42 both say what is kept. Give one of them.
            write | --model=paymets                     | model=paymets is neither a file nor a name. Give the path of a model file, or one of payments, wide, rolling, nexmark, aim-42, aim-546.
            write | --model=payments --event-time=moving| eventTime=moving is of calls, and model=payments has other events. Leave one of them out.
            write | --window=1_day                      | window=1_day is for turns, and write would not look at it. Leave it out.
            read  | --model=payments                    | model=payments is for write and turns, and read would not look at it. Leave it out.
            all   | --model=payments                    | model=payments is for write and turns, and read would not look at it. Leave it out.
            read  | --clients=1,0                       | clients=0 is for mixed, and read measures nothing without clients. Give 1 or more.
            write | --subscribers=1000,2000             | subscribers=1000,2000 is for mixed and clients, and write measures one population. Give one number.
            all   | --queries=q1,q1_w2                  | queries=q1,q1_w2 is for mixed and clients, and write would not look at it. Leave it out.
            read  | --weak                              | weak=true is for clients, and read would not look at it. Leave it out.
            read  | --rules=300                         | rules=300 is for mixed, and read would not look at it. Leave it out.
            write | --checkpoints=5                     | checkpoints=5 is for mixed, and write would not look at it. Leave it out.
            read  | --query-rate=10,20                  | query-rate=10,20 is for mixed, points and gateway, and read would not look at it. Leave it out.
            turns | --model=payments --window=1_day     | window=1_day and model=payments both say over which time. Give one of them.
            turns | --aggregates=42                     | aggregates=42 is of calls, and turns measures a model. Give --model or --window.
            turns | --window=1_fortnight                | window '1_fortnight' is not known. Write it like '1 day', 'last 24 hours', 'last 100 events' or 'ever'.
            """)
    void shouldRefuseOptionsThatContradictEachOtherOrTheExperiment(String experiment, String options, String message) {
        List<String> arguments = new ArrayList<>(List.of("bench", experiment, "--out=" + directory));
        arguments.addAll(List.of(options.split(" ")));
        CommandRun.of(arguments.toArray(String[]::new)).refuses(message + "\n");
    }

    @Test
    void shouldSayWhereItCannotWrite() throws IOException {
        Path inTheWay = Files.createFile(directory.resolve("file"));
        CommandRun run =
                CommandRun.of("bench", "jmh", "--out", inTheWay.resolve("below").toString());
        assertThat(run.exitCode()).isEqualTo(ExitCode.FAILURE);
        assertThat(run.err()).startsWith("Cannot create the directory " + inTheWay.resolve("below") + ": ");
    }
}
