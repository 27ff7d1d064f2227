package dev.aimonflink.matrix.kernel;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class KernelChoiceTest {
    @ParameterizedTest
    @ValueSource(ints = {16, 26})
    void shouldNotTrustVectorsOfAnUnknownJava(int feature) {
        KernelChoice choice = KernelChoice.choose(new Jvm(feature, true));
        assertThat(choice.kernels()).isInstanceOf(ScalarKernels.class);
        assertThat(choice.remedy())
                .isEqualTo("The vector kernels are not known to work on Java " + feature + ". Use Java 17 to 25.");
    }

    @Test
    void shouldNotRunVectorsThatAreNotCompiled() {
        KernelChoice choice = KernelChoice.choose(new Jvm(17, false));
        assertThat(choice.kernels()).isInstanceOf(ScalarKernels.class);
        assertThat(choice.remedy())
                .isEqualTo(
                        "This JVM does not run HotSpot's second compiler (C2), without which vector kernels are slow."
                                + " Use a HotSpot JVM without -Xint, -XX:TieredStopAtLevel and other compilers.");
    }

    @Test
    void shouldTellWhetherTheSecondCompilerIsAtWork() {
        String hotSpot = "OpenJDK 64-Bit Server VM";
        assertThat(Jvm.hasSecondCompiler(hotSpot, "mixed mode, sharing", List.of("-Xmx2g")))
                .isTrue();
        assertThat(Jvm.hasSecondCompiler(hotSpot, "mixed mode", List.of("-XX:TieredStopAtLevel=4")))
                .isTrue();
        assertThat(Jvm.hasSecondCompiler(hotSpot, "mixed mode", List.of("-XX:TieredStopAtLevel=1")))
                .isFalse();
        assertThat(Jvm.hasSecondCompiler(hotSpot, "mixed mode", List.of("-XX:+UseJVMCICompiler")))
                .isFalse();
        assertThat(Jvm.hasSecondCompiler(hotSpot, "interpreted mode", List.of()))
                .isFalse();
        assertThat(Jvm.hasSecondCompiler("Eclipse OpenJ9 VM", "JRE 17", List.of()))
                .isFalse();
    }

    @Tag("compiled")
    @ParameterizedTest
    @ValueSource(ints = {17, 25})
    void shouldRunVectorsWhereTheyAreCompiled(int feature) {
        assertThat(new Jvm(feature, true).remedyForVectors()).isEmpty();
        assertThat(KernelChoice.choose(new Jvm(feature, true)).remedy())
                .as("the tests' JVM has the module")
                .isEmpty();
    }
}
