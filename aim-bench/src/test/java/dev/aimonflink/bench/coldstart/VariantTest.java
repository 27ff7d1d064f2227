package dev.aimonflink.bench.coldstart;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class VariantTest {
    private static final String MODULE = "--java-option=--add-modules=jdk.incubator.vector";

    private final GcLog log = new GcLog(Path.of("/logs"));
    private final String logged = "--java-option=-Xlog:gc:file=/logs/%p.gc:timemillis";

    @Test
    void shouldLeaveOutNothingButTheVectorModule() {
        assertThat(Variant.VECTOR.options(log)).containsExactly(logged, MODULE);
        assertThat(Variant.SCALAR.options(log)).containsExactly(logged);
    }

    @Test
    void shouldRunAnEarlierJobAsItWasShipped() {
        assertThat(Variant.baseline(Path.of("/earlier/job.jar")).options(log))
                .containsExactly(logged, MODULE, "--jar=/earlier/job.jar");
    }

    @Test
    void shouldMeasureOnlyTheVariantUnderTestToTheEnd() {
        Spans spans = Spans.of(180);
        assertThat(Variant.VECTOR.seconds(spans)).isEqualTo(180);
        assertThat(Variant.SCALAR.seconds(spans)).isEqualTo(60);
        assertThat(Variant.baseline(Path.of("job.jar")).seconds(spans)).isEqualTo(60);
    }
}
