package dev.aimonflink.query.serve.mode;

import dev.aimonflink.matrix.model.InvalidInputException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static dev.aimonflink.testing.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

class ScanSchedulerTest {
    private static final long DELTA_BYTES = 100 << 20;
    private static final Outlook OUTLOOK = new Outlook(1, 3_000_000, 1_000, 10, 0, 2, 12, 20, 3_000_000, false);

    private final List<String> changes = new ArrayList<>();
    private long nanos = 1_000_000_000;
    private ScanMode wanted = ScanMode.S1;
    private final ScanScheduler scheduler = scheduler(true, Long.MAX_VALUE);

    private ScanScheduler scheduler(boolean hasThread, long bytes) {
        ScanScheduler made = new ScanScheduler(hasThread, () -> DELTA_BYTES, () -> nanos);
        made.use(
                (outlook, last) -> wanted,
                bytes,
                (from, to, outlook) ->
                        changes.add(from.label() + " " + to.label() + (outlook == null ? " set" : " chosen")));
        return made;
    }

    private ScanMode next() {
        return scheduler.next(() -> OUTLOOK);
    }

    @ParameterizedTest
    @EnumSource
    void shouldRunAllPassesWhereItIsSet(ScanMode mode) {
        scheduler.set(mode);
        wanted = ScanMode.S2;
        assertThat(List.of(next(), next())).containsOnly(mode);
        assertThat(scheduler.setting().label()).isEqualTo(mode.label());
        assertThat(scheduler.passes(mode)).isEqualTo(2);
        assertThat(scheduler.passes()).isEqualTo(2);
    }

    @Test
    void shouldChooseAnewForEachPass() {
        scheduler.set(ScanSetting.ADAPTIVE);
        assertThat(next()).isEqualTo(ScanMode.S1);
        nanos += ScanScheduler.SHORTEST_STAY_NANOS;
        wanted = ScanMode.S3_IS;
        assertThat(next()).isEqualTo(ScanMode.S3_IS);
        assertThat(scheduler.mode()).isEqualTo(ScanMode.S3_IS);
        assertThat(changes).containsExactly("s2 s1 chosen", "s1 s3-is chosen");
        scheduler.set(ScanMode.S2);
        assertThat(changes).hasSize(3).endsWith("s3-is s2 set");
        assertThat(scheduler.changes()).isEqualTo(3);
    }

    /** A load that is on the other side of a rule's threshold in each pass. */
    @Test
    void shouldBoundTheChangesUnderALoadThatOscillates() {
        scheduler.set(ScanSetting.ADAPTIVE);
        final int passes = 10_000;
        for (int pass = 0; pass < passes; pass++) {
            wanted = pass % 2 == 0 ? ScanMode.S1 : ScanMode.S2;
            next();
            nanos += 1_000_000;
        }
        assertThat(scheduler.changes())
                .isEqualTo(changes.size())
                .isBetween(1L, passes * 1_000_000L / ScanScheduler.SHORTEST_STAY_NANOS + 1);
        assertThat(scheduler.passes()).isEqualTo(passes);
    }

    @Test
    void shouldRefuseAStateThatMemoryDoesNotAllowAndSayWhatToDo() {
        ScanScheduler small = scheduler(true, 2 * DELTA_BYTES);
        small.set(ScanMode.S2);
        assertFails(InvalidInputException.class, () -> small.set(ScanMode.S3_IS))
                .hasMessage(
                        "Scans in the mode s3-is may need 3 deltas of 100 MiB each in every partition, and the heap has"
                                + " 200 MiB for them. Use s1, keep fewer columns (aim.matrix.columns), or give the TaskManager more"
                                + " heap.");
        assertThat(small.setting().label()).isEqualTo("s2");
        scheduler(true, DELTA_BYTES / 2).set(ScanMode.S1);
    }

    @Test
    void shouldChooseWhatMemoryAllows() {
        wanted = ScanMode.S3_IS;
        ScanScheduler ofTwo = scheduler(true, 2 * DELTA_BYTES);
        ofTwo.set(ScanSetting.ADAPTIVE);
        assertThat(ofTwo.next(() -> OUTLOOK)).isEqualTo(ScanMode.S2);
        ScanScheduler ofOne = scheduler(true, DELTA_BYTES);
        ofOne.set(ScanSetting.ADAPTIVE);
        assertThat(ofOne.next(() -> OUTLOOK)).isEqualTo(ScanMode.S1);
    }

    @Test
    void shouldStayOnTheThreadThatThereIs() {
        ScanScheduler alone = scheduler(false, Long.MAX_VALUE);
        wanted = ScanMode.S2;
        alone.set(ScanSetting.ADAPTIVE);
        assertThat(alone.next(() -> OUTLOOK)).isEqualTo(ScanMode.S1);
        alone.set(ScanMode.S2);
        assertThat(alone.next(() -> OUTLOOK)).isEqualTo(ScanMode.S1);
    }
}
