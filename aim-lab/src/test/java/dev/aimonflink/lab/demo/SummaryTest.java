package dev.aimonflink.lab.demo;

import dev.aimonflink.clients.output.AnswerOutput;
import dev.aimonflink.clients.output.OutputFormat;
import dev.aimonflink.clients.query.LatencyReport;
import dev.aimonflink.clients.query.Times;
import dev.aimonflink.lab.demo.Summary.Jvm;
import dev.aimonflink.lab.meter.Results;
import dev.aimonflink.lab.twin.AnswerComparison;
import dev.aimonflink.lab.workload.ExampleModels;
import dev.aimonflink.lab.workload.GivenModel;
import dev.aimonflink.matrix.setup.EventFormat;
import dev.aimonflink.query.serve.request.AskedQuery;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class SummaryTest {
    private static final AskedQuery Q3 = AskedQuery.withDefaults("q3");

    @Test
    void shouldPrintTheAgreedObject() {
        assertThat(printed(OutputFormat.JSONL, report(List.of(), List.of(), 300), new Jvm(false, true)))
                .isEqualTo("{\"ok\":true,\"events\":{\"published\":300,\"applied\":300,\"perSecond\":150.000},"
                        + "\"queries\":{\"asked\":2,\"answered\":2,\"wrong\":0,\"byId\":{"
                        + "\"q3\":{\"asked\":2,\"p50Millis\":1.500,\"p99Millis\":12.255}}},"
                        + "\"alerts\":{\"rules\":2,\"alerts\":1234,\"newest\":\"a pocket\"},"
                        + "\"freshnessMillis\":{\"p50\":20.005,\"p99\":40.010,\"max\":41.026,\"warmUpMax\":700.449},"
                        + "\"parallelism\":2,\"entities\":100,\"aggregates\":546,\"model\":\"aim_546\","
                        + "\"jvm\":{\"optimizingCompiler\":false,\"vectorModule\":true},\"warmUpSeconds\":0.5,"
                        + "\"verification\":{\"answers\":9,\"rows\":104,\"differences\":[]},\"complaints\":[]}\n");
    }

    @Test
    void shouldShowPeopleWhatWasMeasuredAndThatItIsRight() {
        assertThat(printed(OutputFormat.TABLE, report(List.of(), List.of(), 300)))
                .startsWith("\n300 events in 2.0 s, 150 a second, into 100 x 546 aggregates on 2 partitions.\n"
                        + "2 queries meanwhile, one after another, 1 a second; all answered.\n"
                        + "An event is in the answers after 20 ms, at the 99th percentile 40 ms, at most 41 ms: measured\n"
                        + "from publishing 100 markers to the answer that shows them"
                        + " (point query p99 9.9 ms, scan p99 40 ms).\n"
                        + "1,234 alerts of 2 rules meanwhile, the last one: a pocket\n\n+")
                .contains("| q3    |     2 |  1.500 | 12.255 | 1, 0.0103  (1 more)")
                .contains("Verified: 9 answers recomputed from the 300 events as published, every digit equal;")
                .contains("Latencies leave out the first 0.5 s, in", "after at most 700 ms then.")
                .doesNotContain("WRONG", "do not count");
    }

    /** Markers of a model are looked for in single entities. */
    @Test
    void shouldSayOfAModelWhatWasVerifiedAndNothingOfScans() {
        String payments = ExampleModels.FOLDER.resolve("payments.yaml").toString();
        DemoOptions options = new DemoOptions(2, 100, 150, 2, 1, EventFormat.JSON, GivenModel.of(payments));
        DemoReport report = report(options, new Times(), List.of(), List.of(), 300);
        assertThat(printed(OutputFormat.TABLE, report))
                .contains("from publishing 100 markers to the answer that shows them.\n")
                .contains(
                        "\nVerified: all columns of 8 of the cards recomputed from their events as published, all equal; every"
                                + " cell\nof 104 rows equals its record, as the query 'verify' found; every alert of theirs came"
                                + " once; no answer under load\nwent back in time.\n")
                .doesNotContain("scan p99");
    }

    @Test
    void shouldShowWhatIsWrong() {
        DemoReport report = report(
                List.of(new AnswerComparison.Difference(Q3, "[[1]]", "[[2]]")), List.of("q2: column0 fell"), 299);

        assertThat(report.isOk()).isFalse();
        assertThat(printed(OutputFormat.TABLE, report))
                .contains("WRONG: 2 answers are not what they should be.")
                .contains("1 events do not count")
                .contains("q2: column0 fell")
                .contains("| q3 {} | [[1]]      | [[2]]")
                .doesNotContain("Verified");
        assertThat(printed(OutputFormat.JSONL, report))
                .contains("\"ok\":false", "\"wrong\":2", "\"complaints\":[\"q2: column0 fell\"]")
                .contains("{\"query\":\"q3\",\"params\":{},\"recomputed\":\"[[1]]\",\"answered\":\"[[2]]\"}");
    }

    @Test
    void shouldSayHowTheJvmRan() {
        DemoReport report = report(List.of(), List.of(), 300);
        assertThat(printed(OutputFormat.TABLE, report, new Jvm(false, false)))
                .contains("\nThe JVM ran without its optimizing compiler and without the vector module.\n");
        assertThat(printed(OutputFormat.TABLE, report, new Jvm(true, true)))
                .contains("\nThe JVM ran with its optimizing compiler and with the vector module.\n");
    }

    private static String printed(OutputFormat format, DemoReport report) {
        return printed(format, report, Jvm.here());
    }

    private static String printed(OutputFormat format, DemoReport report, Jvm jvm) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
        new Summary(report, jvm).print(new AnswerOutput(format, out), out);
        return bytes.toString(StandardCharsets.UTF_8);
    }

    private static DemoReport report(
            List<AnswerComparison.Difference> differences, List<String> brokenInvariants, long applied) {
        return report(
                new DemoOptions(2, 100, 150, 2, 1, EventFormat.KRYO, GivenModel.of("aim-546")),
                times(98, 20, 40, 41),
                differences,
                brokenInvariants,
                applied);
    }

    private static DemoReport report(
            DemoOptions options,
            Times ofScans,
            List<AnswerComparison.Difference> differences,
            List<String> brokenInvariants,
            long applied) {
        List<List<Object>> rows = List.of(Arrays.asList(0L, null), List.of(1L, new BigDecimal("0.010312345")));
        LatencyReport report = new LatencyReport();
        DoubleStream.of(1.5, 12.25).forEach(ms -> report.add(nanos(ms), Results.ok(Q3, rows), null, true));
        return new DemoReport(
                options,
                2.0,
                0.5,
                300,
                applied,
                new DemoRules.Fired(2, 1234, "a pocket"),
                Map.of("q3", report),
                times(98, 20, 40, 41),
                times(1, 8, 9.9),
                ofScans,
                times(1, 700),
                List.of(),
                brokenInvariants,
                new AnswerComparison.Outcome(9, 104, differences, Map.of("q3", Results.ok(Q3, rows))));
    }

    private static Times times(int usual, double usualMs, double... othersMs) {
        Times times = new Times();
        IntStream.range(0, usual).forEach(i -> times.add(nanos(usualMs)));
        DoubleStream.of(othersMs).forEach(ms -> times.add(nanos(ms)));
        return times;
    }

    private static long nanos(double millis) {
        return (long) (millis * 1e6);
    }
}
