package dev.aimonflink.job.operator;

import dev.aimonflink.job.TestSettings;
import dev.aimonflink.job.config.JobSettings;
import dev.aimonflink.job.metrics.AimMetrics;
import dev.aimonflink.matrix.calls.Event;
import dev.aimonflink.query.serve.mode.ScanMode;
import dev.aimonflink.query.serve.mode.ScanSetting;
import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.query.serve.request.Request;
import dev.aimonflink.query.serve.request.ScansRequest;
import java.util.List;
import org.apache.flink.runtime.state.hashmap.HashMapStateBackend;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Where the scans of partitions run, as a request says and changes it. That answers stay exact is a matter of the plain model. */
class MatrixScanModesTest {
    private static final int PARTITIONS = 3;
    private static final AskedQuery SCAN = AskedQuery.withDefaults("w2");

    private MatrixPartitions matrix;

    private void open(String mode) throws Exception {
        JobSettings settings = TestSettings.with("--aim.scans.mode=" + mode);
        matrix = new MatrixPartitions(settings, new HashMapStateBackend(), PARTITIONS);
        for (int subscriber = 1; subscriber <= 100; subscriber++) {
            matrix.call(new Event(subscriber, 1_000, 1, 1, false));
        }
    }

    @AfterEach
    void close() throws Exception {
        matrix.close();
    }

    private static AskedQuery change(ScanMode modeOrNull) {
        return new ScansRequest(modeOrNull == null ? null : new ScanSetting(modeOrNull)).asked();
    }

    /** Asserts what each partition says. */
    private void assertAnswer(AskedQuery asked, String mode, long passesS1, long passesS2) throws Exception {
        List<List<Object>> rows = matrix.ask(asked).rows();
        assertThat(rows).hasSize(PARTITIONS);
        for (int partition = 0; partition < PARTITIONS; partition++) {
            List<Object> row = rows.get(partition);
            assertThat(row.subList(0, 2)).containsExactly((long) partition, mode);
            assertThat(row.subList(4, 6)).as("passes").containsExactly(passesS1, passesS2);
            assertThat((Long) row.get(8)).as("bytes").isPositive();
        }
    }

    @Test
    void shouldSayWhereTheScansOfEachPartitionRun() throws Exception {
        open("s1");
        assertAnswer(change(null), "s1", 0, 0);
        matrix.ask(SCAN);
        assertAnswer(change(null), "s1", 1, 0);
    }

    @Test
    void shouldRunTheNextPassesWhereItIsToldTo() throws Exception {
        open("s1");
        matrix.ask(change(null));
        assertThat(matrix.gauge(AimMetrics.SCAN_THREAD_NANOS)).isZero();
        assertAnswer(change(ScanMode.S2), "s2", 0, 0);
        matrix.ask(SCAN);
        assertThat(matrix.gauge(AimMetrics.SCAN_THREAD_NANOS)).isPositive();
        assertAnswer(change(ScanMode.S2), "s2", 0, 1);
        assertAnswer(change(ScanMode.S1), "s1", 0, 1);
        matrix.ask(SCAN);
        matrix.ask(SCAN);
        assertAnswer(change(null), "s1", 2, 1);
    }

    @Test
    void shouldLeaveAPassWhereItIs() throws Exception {
        open("s2");
        Request scan = matrix.submit(SCAN);
        matrix.beginScans();
        assertThat(matrix.all()).allMatch(MatrixHarness::isScannedBeside);
        Request change = matrix.submit(change(ScanMode.S1));
        assertThat(matrix.all()).allMatch(MatrixHarness::isScannedBeside);
        assertThat(matrix.answersOf(List.of(scan, change)))
                .allSatisfy(answer -> assertThat(answer.error()).isNull());
        matrix.ask(SCAN);
        assertAnswer(change(null), "s1", 1, 1);
    }

    /** A savepoint is of records, so it does not wait for a pass, and knows of no mode. */
    @ParameterizedTest
    @EnumSource
    void shouldTakeOverASavepointOfTheOtherMode(ScanMode before) throws Exception {
        ScanMode after = before == ScanMode.S1 ? ScanMode.S2 : ScanMode.S1;
        open(before.label());
        AskedQuery sum = AskedQuery.withDefaults("q1");
        Object answer = matrix.ask(sum).rows();
        matrix.submit(sum);
        matrix.beginScans();
        assertThat(matrix.all()).allMatch(each -> each.isScannedBeside() == before.isBeside());
        // What changes meanwhile waits in a delta.
        for (int subscriber = 1; subscriber <= 200; subscriber++) {
            matrix.call(new Event(subscriber, 2_000, 1, 1, false));
        }
        matrix.restart(TestSettings.with("--aim.scans.mode=" + after.label()), PARTITIONS, 1);
        assertAnswer(change(null), after.label(), 0, 0);
        assertThat(matrix.ask("verify").rows()).isEqualTo(List.of(List.of(200L, 0L)));
        assertThat(matrix.ask(sum).rows()).isNotEqualTo(answer);
        Object ofAfter = matrix.ask(sum).rows();
        matrix.restart(TestSettings.with("--aim.scans.mode=" + before.label()), PARTITIONS, 2);
        assertThat(matrix.ask(sum).rows()).isEqualTo(ofAfter);
        assertAnswer(change(null), before.label(), before == ScanMode.S1 ? 1 : 0, before == ScanMode.S2 ? 1 : 0);
    }

    @Test
    void shouldReturnToTheOptionWhereTheJobIsRestarted() throws Exception {
        open("s2");
        assertAnswer(change(ScanMode.S1), "s1", 0, 0);
        matrix.restart(PARTITIONS, 1);
        assertAnswer(change(null), "s2", 0, 0);
    }
}
