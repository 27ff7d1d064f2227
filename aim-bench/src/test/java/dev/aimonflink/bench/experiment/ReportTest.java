package dev.aimonflink.bench.experiment;

import dev.aimonflink.clients.ClientException;
import dev.aimonflink.clients.cli.environment.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static dev.aimonflink.testing.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

class ReportTest {
    static final Figure SCAN =
            Figure.lowIsGood("scan.q1", Map.of("rows", "1000"), "ms", new Samples(1.25, 0.123456, 2));
    static final Demand HOLDS = Demand.atMost("q1 over roofline", 1.31, 1.5);
    static final Demand FAILS = Demand.atMost("q2 over roofline", 1.61, 1.5);
    static final Answers RIGHT = new Answers(7, 0);

    @TempDir
    private Path directory;

    static Report report(List<Demand> checks, Answers answers) {
        return new Report("jmh", Map.of("cores", 2), Map.of("pattern", "scan.q1"), List.of(SCAN), checks, answers);
    }

    @Test
    void shouldWriteOneDocumentPerExperiment() throws IOException {
        Path file = report(List.of(HOLDS), RIGHT).write(directory.resolve("new/one"));
        assertThat(file).isEqualTo(directory.resolve("new/one/jmh.json"));
        assertThat(Files.readString(file)).isEqualToNormalizingNewlines("""
                {
                  "experiment" : "jmh",
                  "environment" : {
                    "cores" : 2
                  },
                  "parameters" : {
                    "pattern" : "scan.q1"
                  },
                  "figures" : [ {
                    "name" : "scan.q1",
                    "parameters" : {
                      "rows" : "1000"
                    },
                    "unit" : "ms",
                    "best" : 0.123456,
                    "value" : 1.25,
                    "worst" : 2.0,
                    "samples" : 3,
                    "runs" : [ ]
                  } ],
                  "checks" : [ {
                    "name" : "q1 over roofline",
                    "value" : 1.31,
                    "bound" : "<= 1.5",
                    "holds" : true
                  } ],
                  "answers" : {
                    "verified" : 7,
                    "wrong" : 0,
                    "timeouts" : 0
                  }
                }""");
    }

    @Test
    void shouldSayWhereItCannotWrite() throws IOException {
        Path inTheWay = Files.createFile(directory.resolve("file"));
        assertFails(ClientException.class, () -> report(List.of(), RIGHT).write(inTheWay))
                .hasMessageStartingWith("Cannot write " + inTheWay.resolve("jmh.json") + ": ");
    }

    @Test
    void shouldTellTheShellOfTheWorstThatHappened() {
        assertThat(report(List.of(), RIGHT).exitCode()).isEqualTo(ExitCode.OK);
        assertThat(report(List.of(HOLDS), RIGHT).exitCode()).isEqualTo(ExitCode.OK);
        assertThat(report(List.of(HOLDS, FAILS), RIGHT).exitCode()).isEqualTo(ExitCode.REGRESSION);
        assertThat(report(List.of(FAILS), new Answers(7, 1)).exitCode()).isEqualTo(ExitCode.FAILURE);
    }

    @Test
    void shouldTakeTheHighestRateForTheBest() {
        Figure rate = Figure.highIsGood("update.update", Map.of(), "events/s", new Samples(1, 3, 2));
        assertThat(rate.best()).isEqualTo(3);
        assertThat(rate.value()).isEqualTo(2);
        assertThat(rate.worst()).isEqualTo(1);
    }
}
