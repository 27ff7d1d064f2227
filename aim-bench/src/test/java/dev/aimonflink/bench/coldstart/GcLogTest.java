package dev.aimonflink.bench.coldstart;

import dev.aimonflink.bench.coldstart.Timeline.Amount;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class GcLogTest {
    @TempDir
    private Path directory;

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            [1763812345678ms] GC(3) Pause Young (Normal) (G1 Evacuation Pause) 512M->100M(1024M) 12.345ms   | 412
            [1763812345678ms] GC(17) Pause Young (Mixed) (G1 Preventive Collection) 51M->51M(1024M) 2.345ms | 0
            [1763812345678ms] GC(4) Pause Remark 700M->600M(1024M) 3.100ms                                  | 100
            [1763812345678ms] GC(9) Pause Full (System.gc()) 12M->3M(20M) 9.9ms                             | 9
            """)
    void shouldReadWhatACollectionReclaimed(String line, double megabytes) {
        assertThat(GcLog.megabytes(line)).contains(new Amount(1_763_812_345_678.0, megabytes));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "[1763812345678ms] Using G1",
                "[1763812345678ms] GC(5) Concurrent Mark Cycle",
                "[1763812345678ms] GC(5) Concurrent Mark Cycle 12.345ms",
                "[1763812345678ms] GC(3) Pause Young (Normal) (G1 Evacuation Pause) 512M->10",
                "[0.003s] GC(3) Pause Young (Normal) (G1 Evacuation Pause) 512M->100M(1024M) 12.345ms"
            })
    void shouldSkipAnyOtherLine(String line) {
        assertThat(GcLog.megabytes(line)).isEmpty();
    }

    @Test
    void shouldReadTheLogsOfAllJvmsAndNoOtherFile() throws Exception {
        String line = "[1763812345678ms] GC(4) Pause Remark 700M->600M(1024M) 3.100ms\n";
        Files.writeString(directory.resolve("12.gc"), "[1763812345000ms] Using G1\n" + line);
        Files.writeString(directory.resolve("13.gc.0"), line);
        Files.writeString(directory.resolve("owner.lock"), line);
        assertThat(new GcLog(directory).megabytes()).hasSize(2);
    }

    @Test
    void shouldUnderstandWhatThisJvmWrites() throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:+UseG1GC",
                        "-Xmx64m",
                        new GcLog(directory).option(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Collecting.class.getName())
                .inheritIO()
                .start();
        assertThat(process.waitFor()).isZero();
        assertThat(new GcLog(directory).megabytes()).isNotEmpty().allMatch(each -> each.amount() >= 0);
    }

    /** A program that has garbage. */
    static final class Collecting {
        private Collecting() {}

        public static void main(String[] none) {
            System.gc();
        }
    }
}
