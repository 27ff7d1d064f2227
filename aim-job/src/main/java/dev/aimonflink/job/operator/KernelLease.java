package dev.aimonflink.job.operator;

import dev.aimonflink.core.kernel.KernelChoice;
import dev.aimonflink.core.kernel.KernelWarmUp;
import dev.aimonflink.core.kernel.Kernels;
import dev.aimonflink.core.kernel.ServingKernels;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.lang.reflect.Method;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The kernels of this JVM for as long as a job runs in it. The first lease starts the thread that warms them up, and the
 * last one that is closed ends it: a thread that outlives its job would keep the job's classes in memory.
 */
final class KernelLease implements AutoCloseable {
    /** The thread works for one part of the time and pauses for so many. Linux has no use for a Java thread's priority. */
    private static final int PAUSES_PER_WORK = 1;

    /** Between two comparisons of all kernels, once they have been warmed up. */
    private static final long CHECK_NANOS = TimeUnit.SECONDS.toNanos(10);

    private static final Logger LOG = LoggerFactory.getLogger(KernelLease.class);

    private static ServingKernels shared;
    private static Thread warming;
    private static int leases;

    private final Kernels kernels;
    private boolean closed;

    private KernelLease(Kernels kernels) {
        this.kernels = kernels;
    }

    /** Leases the kernels that this JVM can run, and logs which these are. */
    static KernelLease take() {
        KernelChoice choice = KernelChoice.chosen();
        String name = choice.kernels().name();
        if (!choice.remedy().isEmpty()) {
            LOG.warn("Scans run on {} kernels. {}", name, choice.remedy());
            return new KernelLease(choice.kernels());
        }
        LOG.info("Scans run on {} kernels once these are compiled, and on plain loops until then.", name);
        return of(choice.kernels());
    }

    private static synchronized KernelLease of(Kernels vector) {
        if (leases++ == 0) {
            // Those of an earlier job stay as they are: their code is still compiled.
            shared = shared == null ? new ServingKernels(vector) : shared;
            warming = new Thread(() -> warmUp(shared), "aim-kernel-warm-up");
            warming.setDaemon(true);
            warming.start();
        }
        return new KernelLease(shared);
    }

    /** The number of leases that are not closed. */
    static synchronized int open() {
        return leases;
    }

    private static synchronized void giveBack() {
        if (--leases == 0) {
            warming.interrupt();
        }
    }

    private static void warmUp(ServingKernels kernels) {
        try {
            KernelWarmUp warmUp =
                    new KernelWarmUp(kernels, System::nanoTime, bytesAllocatedByThisThread(), KernelLease::report);
            stepUntilInterrupted(warmUp, kernels);
            LOG.debug("The warm-up of kernels ends with the checksum {}.", warmUp.checksum());
        } catch (RuntimeException | Error failure) {
            kernels.serveScalar();
            LOG.error(
                    "The vector kernels cannot run in this JVM, so scans run on plain loops from now on, several times"
                            + " slower. Report this with the version of the JVM.",
                    failure);
        }
    }

    /** Asks by reflection, because only the beans of HotSpot know it; a constant if the JVM does not say. */
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

    private static void stepUntilInterrupted(KernelWarmUp warmUp, ServingKernels kernels) {
        boolean isReported = false;
        while (!Thread.currentThread().isInterrupted()) {
            long startNanos = System.nanoTime();
            boolean haveAllHadTheirSteps = warmUp.step();
            long pauseNanos = PAUSES_PER_WORK * (System.nanoTime() - startNanos);
            if (haveAllHadTheirSteps) {
                if (!isReported) {
                    LOG.info("The kernels are warm: {} of them run on vectors.", kernels.vectors());
                    isReported = true;
                }
                pauseNanos = CHECK_NANOS;
            }
            LockSupport.parkNanos(pauseNanos);
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

    Kernels kernels() {
        return kernels;
    }

    @Override
    public void close() {
        if (!closed && kernels instanceof ServingKernels) {
            closed = true;
            giveBack();
        }
    }
}
