package dev.aimonflink.job.warmup;

import dev.aimonflink.matrix.kernel.KernelChoice;
import dev.aimonflink.matrix.kernel.Kernels;
import dev.aimonflink.matrix.kernel.ScalarKernels;
import dev.aimonflink.matrix.kernel.ServingKernels;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

@Tag("kernels")
class KernelLeaseTest {
    private static final long LIMIT_NANOS = Duration.ofMinutes(2).toNanos();

    private static long warmingThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("aim-kernel-warm-up"))
                .count();
    }

    private static void awaitWarmingThreads(long count) {
        long startNanos = System.nanoTime();
        while (warmingThreads() != count && System.nanoTime() - startNanos < LIMIT_NANOS) {
            LockSupport.parkNanos(1_000_000);
        }
        assertThat(warmingThreads()).isEqualTo(count);
    }

    @Test
    void shouldWarmUpOnOneThreadUntilTheLastLeaseIsClosed() {
        boolean hasVectors = KernelChoice.chosen().remedy().isEmpty();
        long before = KernelLease.open() > 0 ? 1 : 0;
        long during = hasVectors ? 1 : 0;
        KernelLease first = KernelLease.take(kernels -> {});
        KernelLease second = KernelLease.take(kernels -> {});
        assertThat(first.kernels().name())
                .isEqualTo(KernelChoice.chosen().kernels().name());
        assertThat(first.kernels()).isSameAs(second.kernels());
        awaitWarmingThreads(during);
        first.close();
        first.close();
        awaitWarmingThreads(during);
        second.close();
        awaitWarmingThreads(before);
        KernelLease again = KernelLease.take(kernels -> {});
        awaitWarmingThreads(during);
        again.close();
        awaitWarmingThreads(before);
    }

    @Test
    void shouldWorkWithoutAPauseUntilAJobServesAndForASmallShareFromThenOn() {
        assertThat(KernelWarming.pauseNanos(1_000, false, false)).isZero();
        assertThat(KernelWarming.pauseNanos(1_000, false, true)).isEqualTo(9_000);
        assertThat(KernelWarming.pauseNanos(1_000, true, false)).isEqualTo(KernelWarming.CHECK_NANOS);
        assertThat(KernelWarming.pauseNanos(1_000, true, true)).isEqualTo(KernelWarming.CHECK_NANOS);
    }

    @Test
    void shouldLetAJobServeWhenTheKernelsAreWarmOrAfterAWhile() throws InterruptedException {
        long before = KernelLease.open() > 0 ? 1 : 0;
        long startNanos = System.nanoTime();
        KernelLease lease = KernelLease.take(kernels -> {});
        lease.awaitWarmth();
        assertThat(lease.isWarm() || System.nanoTime() - startNanos >= KernelWarming.LONGEST_WAIT_NANOS)
                .isTrue();
        lease.close();
        awaitWarmingThreads(before);
    }

    @Test
    void shouldWarmUpSqlOnceInAJvm() {
        long before = KernelLease.open() > 0 ? 1 : 0;
        AtomicInteger rounds = new AtomicInteger();
        for (int job = 0; job < 3; job++) {
            KernelLease lease = KernelLease.take(kernels -> rounds.incrementAndGet());
            long startNanos = System.nanoTime();
            while (!lease.isWarm() && System.nanoTime() - startNanos < LIMIT_NANOS) {
                LockSupport.parkNanos(1_000_000);
            }
            assertThat(lease.isWarm()).isTrue();
            lease.close();
            awaitWarmingThreads(before);
        }
        // Another test of this JVM may have been the first.
        assertThat(rounds).hasValueLessThanOrEqualTo(1);
    }

    private static void failOnAFullHeap(Kernels kernels) {
        throw new OutOfMemoryError("of a test");
    }

    @Test
    void shouldGoOnWithVectorsIfTheHeapIsFullWhileSqlIsWarmedUp() {
        KernelWarming.prepare(KernelLeaseTest::failOnAFullHeap, new ScalarKernels());
        if (!KernelChoice.chosen().remedy().isEmpty()) {
            return;
        }
        ServingKernels kernels = new ServingKernels(KernelChoice.chosen().kernels());
        long before = warmingThreads();
        KernelWarming warming = KernelWarming.begin(kernels, KernelLeaseTest::failOnAFullHeap);
        long startNanos = System.nanoTime();
        while (!warming.isWarm() && System.nanoTime() - startNanos < LIMIT_NANOS) {
            LockSupport.parkNanos(1_000_000);
        }
        assertThat(warmingThreads()).as("which goes on").isEqualTo(before + 1);
        warming.end();
        awaitWarmingThreads(before);
    }
}
