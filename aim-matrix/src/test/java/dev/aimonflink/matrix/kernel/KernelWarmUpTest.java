package dev.aimonflink.matrix.kernel;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Warms up kernels that take as much time and memory as the test says. */
class KernelWarmUpTest {
    private static final int LOOPS = Kernel.values().length;
    private static final int ENOUGH_STEPS = LOOPS * KernelWarmUp.COMPARISONS_ALIKE;

    /** By its type. */
    private static final Map<Class<?>, Object> LOOP_RESULTS = new HashMap<>();

    static {
        LOOP_RESULTS.put(void.class, null);
        LOOP_RESULTS.put(int.class, 0);
        LOOP_RESULTS.put(long.class, 0L);
    }

    private long nanos;
    private long allocated;
    private final Cost scalarCost = new Cost(1_000);
    private final Cost vectorCost = new Cost(100);
    private final ServingKernels kernels = new ServingKernels(costly(scalarCost), costly(vectorCost));
    private final List<String> changes = new ArrayList<>();
    private final KernelWarmUp warmUp = new KernelWarmUp(
            kernels,
            () -> nanos,
            () -> allocated,
            (kernel, isVector, scalarNanos, vectorNanos) ->
                    changes.add(kernel + " " + isVector + " " + scalarNanos + " " + vectorNanos));

    private static final class Cost {
        long nanos;
        long bytes;

        Cost(long nanos) {
            this.nanos = nanos;
        }
    }

    /** Kernels of which each loop has a cost, and does nothing: what it returns is not compared. */
    private Kernels costly(Cost cost) {
        Kernels scalar = new ScalarKernels();
        return (Kernels) Proxy.newProxyInstance(
                Kernels.class.getClassLoader(),
                new Class<?>[] {Kernels.class},
                (proxy, method, arguments) -> charged(method, scalar, arguments, cost));
    }

    private Object charged(Method method, Object loops, Object[] arguments, Cost cost)
            throws ReflectiveOperationException {
        if (!LOOP_RESULTS.containsKey(method.getReturnType()) || arguments == null) {
            return method.invoke(loops, arguments);
        }
        nanos += cost.nanos;
        allocated += cost.bytes;
        return LOOP_RESULTS.get(method.getReturnType());
    }

    private void step(int times) {
        for (int i = 0; i < times; i++) {
            warmUp.step();
        }
    }

    @Test
    void shouldLetAFasterTwinServeAfterSomeComparisons() {
        step(KernelWarmUp.COMPARISONS_ALIKE - 1);
        assertThat(kernels.vectors()).isZero();
        step(1);
        assertThat(kernels.isVector(Kernel.AVERAGE_WHERE_GREATER)).isTrue();
        assertThat(kernels.vectors()).isEqualTo(1);
        assertThat(changes).containsExactly("average where greater true 1000 100");
    }

    @Test
    void shouldWarmUpOneKernelAfterTheOther() {
        for (int step = 1; step < ENOUGH_STEPS; step++) {
            assertThat(warmUp.step()).as("step %d", step).isFalse();
        }
        assertThat(warmUp.step()).isTrue();
        assertThat(kernels.vectors()).isEqualTo(LOOPS);
        assertThat(changes).hasSize(LOOPS).doesNotHaveDuplicates();
    }

    @Test
    void shouldLeaveATwinThatIsSlowerAndGoOnToTheNext() {
        vectorCost.nanos = 1_000;
        step(KernelWarmUp.STEPS_OF_ONE_KERNEL);
        assertThat(kernels.vectors()).isZero();
        vectorCost.nanos = 899;
        step(KernelWarmUp.COMPARISONS_ALIKE);
        assertThat(kernels.isVector(Kernel.AVERAGE_WHERE_GREATER)).isFalse();
        assertThat(kernels.isVector(Kernel.MAX_WHERE_GREATER)).isTrue();
    }

    @Test
    void shouldNotLetNearlyEqualTwinsTakeTurns() {
        vectorCost.nanos = 950;
        step(ENOUGH_STEPS);
        assertThat(kernels.isVector(Kernel.AVERAGE_WHERE_GREATER)).isFalse();
        vectorCost.nanos = 850;
        step(KernelWarmUp.COMPARISONS_ALIKE);
        assertThat(kernels.isVector(Kernel.AVERAGE_WHERE_GREATER)).isTrue();
        changes.clear();
        vectorCost.nanos = 1_050;
        step(LOOPS * KernelWarmUp.STEPS_OF_ONE_KERNEL);
        assertThat(kernels.isVector(Kernel.AVERAGE_WHERE_GREATER)).isTrue();
        assertThat(changes).isEmpty();
    }

    @Test
    void shouldTryASlowTwinLessLongOnceAllHadTheirSteps() {
        vectorCost.nanos = 5_000;
        step(LOOPS * KernelWarmUp.STEPS_OF_ONE_KERNEL - 1);
        assertThat(warmUp.step()).isTrue();
        step(LOOPS * KernelWarmUp.STEPS_OF_A_LATER_TRY - 1);
        assertThat(warmUp.step()).isTrue();
    }

    @Test
    void shouldNotLetATwinServeThatBoxesItsVectors() {
        vectorCost.bytes = KernelWarmUp.ROWS;
        step(ENOUGH_STEPS);
        assertThat(kernels.vectors()).isZero();
        vectorCost.bytes = 0;
        step(KernelWarmUp.COMPARISONS_ALIKE);
        assertThat(kernels.vectors()).isEqualTo(1);
    }

    @Test
    void shouldNotBeMisledByOneComparison() {
        step(KernelWarmUp.COMPARISONS_ALIKE - 1);
        vectorCost.nanos = 2_000;
        step(1);
        vectorCost.nanos = 100;
        step(KernelWarmUp.COMPARISONS_ALIKE - 1);
        assertThat(kernels.vectors()).isZero();
        step(1);
        assertThat(kernels.vectors()).isEqualTo(1);
    }

    @Test
    void shouldTakeBackATwinThatBecomesSlower() {
        step(ENOUGH_STEPS);
        changes.clear();
        vectorCost.nanos = 5_000;
        step(KernelWarmUp.COMPARISONS_ALIKE);
        assertThat(kernels.isVector(Kernel.AVERAGE_WHERE_GREATER)).isFalse();
        assertThat(kernels.vectors()).isEqualTo(LOOPS - 1);
        assertThat(changes).containsExactly("average where greater false 1000 5000");
    }

    /** Each loop of both twins in turn, on each kind of block. */
    @Tag("compiled")
    @Test
    void shouldGiveTheSameBitsWhicheverTwinServes() {
        ServingKernels serving = new ServingKernels(KernelChoice.chosen().kernels());
        for (Kernel loop : Kernel.values()) {
            for (int block = 0; block < TrialBlock.all().size(); block++) {
                List<Long> results = new ArrayList<>();
                for (boolean isVector : new boolean[] {false, true}) {
                    serving.serve(loop, isVector);
                    results.add(loop.run(serving.kernels(), TrialBlock.all().get(block), KernelWarmUp.ROWS));
                    results.add(
                            loop.run(serving.twin(isVector), TrialBlock.all().get(block), KernelWarmUp.ROWS));
                }
                assertThat(results).as("%s, block %d", loop, block).containsOnly(results.get(0));
            }
        }
    }

    @Tag("compiled")
    @Test
    void shouldAskForEachLoopWhichOfItsTwinsServes() {
        Kernels vectors = KernelChoice.chosen().kernels();
        for (Kernel loop : Kernel.values()) {
            Set<Kernel> asked = EnumSet.noneOf(Kernel.class);
            loop.run(vectors.serving(asked::add), TrialBlock.usual(), KernelWarmUp.ROWS);
            assertThat(asked).containsExactly(loop);
        }
        assertThat(loops(vectors.getClass()) + loops(vectors.getClass().getSuperclass()))
                .as("what has no trial is always scalar")
                .isEqualTo(Kernel.values().length);
    }

    private static int loops(Class<?> type) {
        return (int) Stream.of(type.getDeclaredMethods())
                .filter(method -> Modifier.isPublic(method.getModifiers()) && method.getParameterCount() > 1)
                .count();
    }
}
