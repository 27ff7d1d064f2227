package dev.aimonflink.job.warmup;

import dev.aimonflink.matrix.kernel.KernelWarmUp;
import dev.aimonflink.matrix.kernel.Kernels;
import dev.aimonflink.matrix.kernel.ServingKernels;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.lang.reflect.Method;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A thread that warms kernels up until it is ended. It works without a pause until a job serves, and then for a small share of a core.
 * Before a job serves, the compiler has little else to do, and the kernels are compiled within seconds. Beside a pipeline whose own code is
 * to be compiled it takes minutes, and each run of an uncompiled vector kernel leaves garbage.
 */
final class KernelWarming {
    /** While a job serves, the thread works for one part of the time and pauses for this many, because Linux ignores a Java thread's priority. */
    static final int PAUSES_PER_WORK = 9;

    /** Between two comparisons of all kernels, once they have been warmed up, and after the heap was full. */
    static final long CHECK_NANOS = TimeUnit.SECONDS.toNanos(10);

    /** The longest wait of a job that is ready to serve. On an idle core the whole warm-up takes two seconds. */
    static final long LONGEST_WAIT_NANOS = TimeUnit.SECONDS.toNanos(5);

    private static final Logger LOG = LoggerFactory.getLogger(KernelWarming.class);

    private final ServingKernels kernels;
    private final Consumer<Kernels> beforeServing;
    private final Thread thread = new Thread(this::run, "aim-kernel-warm-up");
    private final long begunNanos = System.nanoTime();

    /** Opens once each kernel, whichever twin is faster, and then SQL have been warmed up; or the thread has ended. */
    private final CountDownLatch warmed = new CountDownLatch(1);

    private volatile boolean serving;

    private KernelWarming(ServingKernels kernels, Consumer<Kernels> beforeServing) {
        this.kernels = kernels;
        this.beforeServing = beforeServing;
        thread.setDaemon(true);
    }

    /** @param beforeServing is run on the thread once the kernels are warm; a job waits for it, too */
    static KernelWarming begin(ServingKernels kernels, Consumer<Kernels> beforeServing) {
        KernelWarming warming = new KernelWarming(kernels, beforeServing);
        warming.thread.start();
        return warming;
    }

    void end() {
        thread.interrupt();
    }

    /** Whether there is nothing left to wait for. */
    boolean isWarm() {
        return warmed.getCount() == 0;
    }

    /** Waits a limited time until the kernels are warm; from then on a job serves. */
    void await() throws InterruptedException {
        warmed.await(LONGEST_WAIT_NANOS, TimeUnit.NANOSECONDS);
        serving = true;
    }

    private void run() {
        try {
            KernelWarmUp warmUp =
                    new KernelWarmUp(kernels, System::nanoTime, bytesAllocatedByThisThread(), KernelWarming::report);
            stepUntilInterrupted(warmUp);
            LOG.debug("The warm-up of kernels ends with the checksum {}.", warmUp.checksum());
        } catch (RuntimeException | Error failure) {
            kernels.serveScalar();
            LOG.error(
                    "The vector kernels cannot run in this JVM, so scans run on plain loops from now on, several times"
                            + " slower. Report this with the version of the JVM.",
                    failure);
        } finally {
            warmed.countDown();
        }
    }

    private void stepUntilInterrupted(KernelWarmUp warmUp) {
        while (!Thread.currentThread().isInterrupted()) {
            final long startNanos = System.nanoTime();
            boolean isOver;
            try {
                isOver = warmUp.step();
            } catch (OutOfMemoryError full) {
                LOG.warn(
                        "The heap is full, so the warm-up of kernels waits. Kernels that it has not reached run as plain loops.");
                isOver = true;
            }
            final long workedNanos = System.nanoTime() - startNanos;
            if (isOver && !isWarm()) {
                LOG.info(
                        "The kernels are warm after {} ms: {} of them run on vectors.",
                        TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begunNanos),
                        kernels.vectors());
                prepare(beforeServing, kernels.kernels());
                warmed.countDown();
            }
            LockSupport.parkNanos(pauseNanos(workedNanos, isOver, serving));
        }
    }

    /** A failure here, such as a full heap, says nothing about vectors; a job serves without it, only slower at first. */
    static void prepare(Consumer<Kernels> beforeServing, Kernels kernels) {
        try {
            beforeServing.accept(kernels);
        } catch (RuntimeException | Error failure) {
            LOG.warn("The warm-up before the job serves has failed, so the first queries take longer.", failure);
        }
    }

    /** @param isOver whether all kernels have had their steps for now */
    static long pauseNanos(long workedNanos, boolean isOver, boolean isServing) {
        if (isOver) {
            return CHECK_NANOS;
        }
        return isServing ? PAUSES_PER_WORK * workedNanos : 0;
    }

    /** By reflection, because only HotSpot's beans know it; a constant if the JVM does not say. */
    private static LongSupplier bytesAllocatedByThisThread() {
        ThreadMXBean bean = ManagementFactory.getThreadMXBean();
        long id = Thread.currentThread().getId();
        try {
            Method method =
                    Class.forName("com.sun.management.ThreadMXBean").getMethod("getThreadAllocatedBytes", long.class);
            return () -> allocatedBytes(bean, method, id);
        } catch (ReflectiveOperationException unknown) {
            return () -> 0;
        }
    }

    private static long allocatedBytes(ThreadMXBean bean, Method method, long threadId) {
        try {
            return (Long) method.invoke(bean, threadId);
        } catch (ReflectiveOperationException | RuntimeException unknown) {
            return 0;
        }
    }

    private static void report(String kernel, boolean isVector, long scalarNanos, long vectorNanos) {
        if (isVector) {
            LOG.info("Kernel {} runs on vectors: {} ns instead of {} ns.", kernel, vectorNanos, scalarNanos);
        } else {
            LOG.warn(
                    "Kernel {} runs as a plain loop again, which was faster several times in a row: {} ns on vectors, {} ns"
                            + " without. It returns to vectors once these are faster.",
                    kernel,
                    vectorNanos,
                    scalarNanos);
        }
    }
}
