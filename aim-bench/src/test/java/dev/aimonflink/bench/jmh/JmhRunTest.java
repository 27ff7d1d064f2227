package dev.aimonflink.bench.jmh;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.VerboseMode;

import static org.assertj.core.api.Assertions.assertThat;

class JmhRunTest {
    @Test
    void shouldLabelABenchmarkByItsSubjectAndMethod() {
        assertThat(JmhRun.label("dev.aimonflink.bench.jmh.ScanBenchmark.q1")).isEqualTo("scan.q1");
        assertThat(JmhRun.label("dev.aimonflink.bench.jmh.SharedScanBenchmark.shared"))
                .isEqualTo("sharedScan.shared");
        assertThat(JmhRun.label("some.Other.method")).isEqualTo("other.method");
    }

    @Test
    void shouldFindTheBenchmarksByLabel() {
        Map<String, String> benchmarks =
                JmhRun.benchmarks(OutputFormatFactory.createFormatInstance(System.out, VerboseMode.SILENT));
        assertThat(benchmarks)
                .containsEntry("scan.q7", "dev.aimonflink.bench.jmh.ScanBenchmark.q7")
                .containsEntry("update.update", "dev.aimonflink.bench.jmh.UpdateBenchmark.update");
    }
}
