package dev.aimonflink.bench.experiment;

import dev.aimonflink.clients.output.AnswerOutput;
import dev.aimonflink.clients.output.OutputFormat;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ReportPrinterTest {
    private static String printed(OutputFormat format, Report report) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
        new ReportPrinter(new AnswerOutput(format, out), out).print(report, Path.of("mine"));
        return bytes.toString(StandardCharsets.UTF_8);
    }

    @Test
    void shouldShowFiguresAndChecksToPeople() {
        Report report = ReportTest.report(List.of(ReportTest.HOLDS, ReportTest.FAILS), ReportTest.RIGHT);
        assertThat(printed(OutputFormat.TABLE, report)).isEqualTo("""
                +---------+------------+------+--------+-------+-------+---------+
                | figure  | parameters | unit |   best | value | worst | samples |
                +---------+------------+------+--------+-------+-------+---------+
                | scan.q1 | rows=1000  | ms   | 0.1235 |  1.25 |     2 |       3 |
                +---------+------------+------+--------+-------+-------+---------+

                +------------------+-------+--------+-------+
                | check            | value | bound  | holds |
                +------------------+-------+--------+-------+
                | q1 over roofline |  1.31 | <= 1.5 | yes   |
                | q2 over roofline |  1.61 | <= 1.5 | NO    |
                +------------------+-------+--------+-------+

                7 answers verified, none wrong.
                The results are in mine. See them beside the papers': ./aim bench report mine
                """);
    }

    @Test
    void shouldLeaveOutChecksWhereNothingIsDemanded() {
        assertThat(printed(OutputFormat.TABLE, ReportTest.report(List.of(), ReportTest.RIGHT)))
                .doesNotContain("check");
    }

    @Test
    void shouldCryOutAtWrongAnswers() {
        assertThat(printed(OutputFormat.TABLE, ReportTest.report(List.of(), new Answers(7, 2))))
                .contains("WRONG: 2 answers; 7 are right.\n");
    }

    @Test
    void shouldSayThatTimeoutsAreSlowAndNotWrong() {
        assertThat(printed(OutputFormat.TABLE, ReportTest.report(List.of(), new Answers(7, 0, 3))))
                .contains(
                        "7 answers verified, none wrong. 3 questions had no answer in time; they count as long as they"
                                + " were waited for.\n");
    }

    @Test
    void shouldGiveProgramsTheDocumentThatTheFileHas() {
        assertThat(printed(OutputFormat.JSONL, ReportTest.report(List.of(ReportTest.HOLDS), ReportTest.RIGHT)))
                .isEqualTo("""
                        {"experiment":"jmh","environment":{"cores":2},"parameters":{"pattern":"scan.q1"},\
                        "figures":[{"name":"scan.q1","parameters":{"rows":"1000"},"unit":"ms","best":0.123456,\
                        "value":1.25,"worst":2.0,"samples":3,"runs":[]}],"checks":[{"name":"q1 over roofline",\
                        "value":1.31,"bound":"<= 1.5","holds":true}],"answers":{"verified":7,"wrong":0,"timeouts":0}}
                        """);
    }

    @Test
    void shouldGiveSpreadsheetsTheFiguresAlone() {
        assertThat(printed(OutputFormat.CSV, ReportTest.report(List.of(ReportTest.HOLDS), ReportTest.RIGHT)))
                .isEqualTo("""
                        figure,parameters,unit,best,value,worst,samples
                        scan.q1,rows=1000,ms,0.1235,1.25,2,3
                        """);
    }
}
