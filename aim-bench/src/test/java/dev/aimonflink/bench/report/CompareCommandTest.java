package dev.aimonflink.bench.report;

import dev.aimonflink.bench.experiment.Answers;
import dev.aimonflink.bench.experiment.Figure;
import dev.aimonflink.bench.experiment.Report;
import dev.aimonflink.clients.cli.CommandRun;
import dev.aimonflink.clients.cli.environment.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class CompareCommandTest {
    private static final Map<String, Object> SMALL = Map.of("rows", 1000);
    private static final Figure SCAN = Given.repeated(
            Given.time("scan.q1", Map.of("rows", "1000", "kernels", "scalar"), 9, 10, 11), 7, 8, 10, 11, 12);
    private static final Figure SLOWER = Given.repeated(
            Given.time("scan.q1", Map.of("kernels", "scalar", "rows", "1000"), 14, 15, 16), 13, 14, 15, 16, 17);
    private static final Figure UPDATE =
            Given.repeated(Given.rate("update", Map.of(), "events/s", 90, 100, 110), 98, 99, 100, 101, 102);

    @TempDir
    private Path directory;

    private Path before;
    private Path after;

    @BeforeEach
    void nameDirectories() {
        before = directory.resolve("a");
        after = directory.resolve("b");
    }

    private CommandRun compare(String... more) {
        List<String> arguments = new ArrayList<>(List.of("bench", "compare", before.toString(), after.toString()));
        arguments.addAll(List.of(more));
        return CommandRun.of(arguments.toArray(String[]::new));
    }

    @Test
    void shouldEndWithFiveWhereAFigureIsWorse() {
        Given.report("jmh", SMALL, SCAN, UPDATE).write(before);
        Given.report("jmh", SMALL, SLOWER, UPDATE).write(after);
        compare().exits(ExitCode.REGRESSION).says("").shows("""
                +------------+----------------------------------+----------+-----+-----+-------+------+---------+---------+
                | experiment | figure                           | unit     |   a |   b | ratio | runs |       p | verdict |
                +------------+----------------------------------+----------+-----+-----+-------+------+---------+---------+
                | jmh        | scan.q1 kernels=scalar rows=1000 | ms       |  10 |  15 |   1.5 | 5/5  | 0.01587 | WORSE   |
                | jmh        | update                           | events/s | 100 | 100 |     1 | 5/5  |       1 | same    |
                +------------+----------------------------------+----------+-----+-----+-------+------+---------+---------+
                """);
    }

    @Test
    void shouldEndWellWhereNothingIsWorse() {
        Given.report("jmh", SMALL, SLOWER, UPDATE).write(before);
        Given.report("jmh", SMALL, SCAN, UPDATE).write(after);
        CommandRun run = compare().succeeds();
        assertThat(run.out()).contains("| better  |");
    }

    @Test
    void shouldSayWhereThereAreTooFewRepeatsToTell() {
        Figure once = Given.time("scan.q1", Map.of(), 9, 10, 11);
        Given.report("mixed", SMALL, once).write(before);
        Given.report("mixed", SMALL, Given.time("scan.q1", Map.of(), 90, 100, 110))
                .write(after);
        CommandRun run = compare().succeeds();
        assertThat(run.out()).contains("| 1/1  | NaN | unjudged |");
        assertThat(run.err())
                .isEqualTo("Too few repeats to tell about 1 of 1 figures. Measure both sides with --repeat 4 or more;"
                        + " fewer are enough for fewer figures.\n");
    }

    @Test
    void shouldListWhatOneSideLacks() {
        Given.report("jmh", SMALL, SCAN, UPDATE).write(before);
        Given.report("peers", SMALL, SCAN).write(before);
        Given.report("jmh", SMALL, UPDATE, Given.time("merge", Map.of(), 1, 1, 1))
                .write(after);
        compare().succeeds().says("""
                jmh: scan.q1 kernels=scalar rows=1000 is only in A.
                jmh: merge is only in B.
                peers is only in A.
                """);
    }

    @Test
    void shouldGiveProgramsOneDocument() {
        Given.report("jmh", SMALL, SCAN).write(before);
        Given.report("jmh", SMALL, SLOWER, UPDATE).write(after);
        compare("--output", "jsonl").exits(ExitCode.REGRESSION).shows("""
                {"rule":"the values of fresh JVMs (--repeat) by an exact two-sided Mann-Whitney U test, with Holm's\
                 correction for the number of figures, at 0.05","regression":true,"figures":[{"experiment":"jmh",\
                "figure":"scan.q1 kernels=scalar rows=1000","unit":"ms","a":10,"b":15,"ratio":1.5,"runs":"5/5",\
                "p":0.007937,"verdict":"WORSE"}],"missing":["jmh: update is only in B."],"differences":[],"environments":[]}
                """);
    }

    @Test
    void shouldRefuseWhatWasNotMeasuredAlike() {
        Given.report("jmh", SMALL, SCAN).write(before);
        Given.report("jmh", Map.of("rows", 2000, "peer", Map.of("threads", 1)), SCAN)
                .write(after);
        compare()
                .refuses("A=" + before + " and B=" + after + " were not measured alike."
                        + " jmh: peer.threads is null in A and 1 in B. jmh: rows is 1000 in A and 2000 in B."
                        + " Measure one again, or give --anyway.\n");
    }

    @Test
    void shouldCompareUnlikeRunsWhereThatIsWanted() {
        Given.report("jmh", SMALL, SCAN).write(before);
        Given.report("jmh", Map.of("rows", 2000), SCAN).write(after);
        CommandRun run = compare("--anyway").succeeds();
        assertThat(run.out()).contains("| same    |");
        assertThat(run.err()).isEqualTo("jmh: rows is 1000 in A and 2000 in B.\n");
    }

    @Test
    void shouldSayThatMachinesDiffer() {
        Report here = Given.report("jmh", SMALL, SCAN);
        here.write(before);
        Map<String, Object> elsewhere = Given.environment();
        elsewhere.put("cores", 8);
        elsewhere.put("time", "2027-01-01T00:00:00Z");
        new Report("jmh", elsewhere, SMALL, here.figures(), here.checks(), here.answers()).write(after);
        compare().succeeds().says("jmh: cores is 2 in A and 8 in B.\n");
    }

    @Test
    void shouldFailWhereAnswersAreWrong() {
        Given.report("jmh", SMALL, SCAN).write(before);
        new Report("jmh", Given.environment(), SMALL, List.of(SCAN), List.of(), new Answers(7, 1)).write(after);
        compare().fails("There are wrong answers, so the figures mean nothing.\n");
    }

    @Test
    void shouldRefuseRunsWithoutACommonFigure() {
        Given.report("jmh", SMALL, SCAN).write(before);
        Given.report("peers", SMALL, SCAN).write(after);
        compare()
                .refuses("A=" + before + " and B=" + after
                        + " have no figure in common. Give two runs of one experiment.\n");
    }

    @Test
    void shouldNotCompareTheRestOfABrokenRun() throws IOException {
        Given.report("jmh", SMALL, SCAN).write(before);
        Given.report("jmh", SMALL, SCAN).write(after);
        Files.writeString(after.resolve("peers.json"), "{}");
        compare()
                .refuses("DIR=" + after + " cannot be compared. peers.json is left out: it is no result of an"
                        + " experiment (it has no experiment). Take it away, or measure again.\n");
    }
}
