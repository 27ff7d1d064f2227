package dev.aimonflink.lab.chaos;

import dev.aimonflink.clients.output.AnswerOutput;
import dev.aimonflink.clients.output.OutputFormat;
import dev.aimonflink.lab.disturbance.Cell;
import dev.aimonflink.lab.workload.GivenModel;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class VerdictTest {
    private static final ChaosOptions OPTIONS = new ChaosOptions(
            7,
            1,
            5,
            1_000,
            ChaosOptions.backends("rocksdb"),
            ChaosOptions.disturbances("turn"),
            100,
            true,
            false,
            true,
            GivenModel.of("aim-42"));

    @Test
    void shouldSayWhatWasExactAndTheSeed() {
        Verdict verdict = verdict(List.of());

        assertThat(verdict.isExact()).isTrue();
        assertThat(printed(verdict, OutputFormat.TABLE))
                .contains("|    7 | rocksdb | turn        |     5 |      1 |       0 |    900 |           12 |     6"
                        + " |    800 |       31 |")
                .endsWith("""
                    Killed: 2 as a day turns, 3 in a pass.
                    Killed at another moment than was meant: 1 in a checkpoint.
                    First answers meanwhile: 30 OK, 1 RESTARTED; 4 more after restarts.
                    Alerts: 800, by 6 versions of rules that changed meanwhile; 50 more where they are at-least-once.
                    Attacks meanwhile: 25, beside which nobody has waited for more than 2.5 s.
                    Every answer and alert equals the recomputation from the topics, every cell its record, every request has its answer. First seed: 7.
                    """);
    }

    @Test
    void shouldSayHowToRepeatARunThatWasNotExact() {
        Verdict verdict = verdict(List.of("q2 was answered [[1]] instead of [[2]]"));

        assertThat(verdict.isExact()).isFalse();
        assertThat(printed(verdict, OutputFormat.TABLE)).endsWith("""

            NOT EXACT, 1 differences. Again:
              aim chaos --seed 7 --points 5 --rate 1000 --backend rocksdb --disturbance turn --entities 100 --model aim-42 --unaligned
              - q2 was answered [[1]] instead of [[2]]
            """);
    }

    @Test
    void shouldPrintTheAgreedObject() {
        assertThat(printed(verdict(List.of("wrong")), OutputFormat.JSONL))
                .isEqualTo(
                        "{\"exact\":false,\"seed\":7,\"runs\":[{\"seed\":7,\"backend\":\"rocksdb\",\"disturbance\":\"turn\",\"scans\":\"s2\",\"exact\":false,\"command\":\"aim"
                                + " chaos --seed 7 --points 5 --rate 1000 --backend rocksdb --disturbance turn --entities 100"
                                + " --model aim-42 --unaligned\",\"kills\":{\"as a day turns\":2,\"in a pass\":3},\"missed\":{\"in a"
                                + " checkpoint\":1},\"changes\":0,\"events\":900,\"deadLetters\":12,\"ruleVersions\":6,\"alerts\":800,\"repeatedAlerts\":50,\"replies\":{\"OK\":30,\"RESTARTED\":1},\"repeatedReplies\":4,\"attacks\":25,\"longestWaitSeconds\":2.5,\"compared\":60,\"rows\":120,\"seconds\":12.5,\"differences\":[\"wrong\"]}]}\n");
    }

    @Test
    void shouldFailARunWhoseKillsAllMissed() {
        assertThat(RunReport.ofKills(Map.of(), sorted("in a checkpoint", 1, "in a pass", 2)))
                .containsExactly("All kills missed their moment (in a checkpoint, in a pass), so the run shows nothing."
                        + " Give more --points or another --seed.");
        assertThat(RunReport.ofKills(Map.of("in a pass", 1), Map.of("in a pass", 19)))
                .isEmpty();
    }

    private static Verdict verdict(List<String> differences) {
        Cell cell = OPTIONS.cells().get(0);
        return new Verdict(
                OPTIONS,
                List.of(new RunReport(
                        cell,
                        sorted("as a day turns", 2, "in a pass", 3),
                        Map.of("in a checkpoint", 1),
                        0,
                        900,
                        12,
                        6,
                        800,
                        50,
                        sorted("OK", 30, "RESTARTED", 1),
                        4,
                        25,
                        2.5,
                        60,
                        120,
                        12.5,
                        differences)));
    }

    private static Map<String, Integer> sorted(String one, int count, String other, int otherCount) {
        return new TreeMap<>(Map.of(one, count, other, otherCount));
    }

    private static String printed(Verdict verdict, OutputFormat format) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
        verdict.print(new AnswerOutput(format, out), out);
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
