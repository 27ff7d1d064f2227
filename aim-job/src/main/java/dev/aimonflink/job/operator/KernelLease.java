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
 *
 * <p>The thread works without a pause until the job serves, and for a small share of a core from then on. Before a job
 * serves, the compiler has little else to do, and the kernels are compiled within seconds. Beside a pipeline whose own code
 * is to be compiled it takes minutes: a method waits the longer for its compilation, the more others wait, and each run of a
 * vector kernel that is not compiled yet leaves garbage.
 */
final class KernelLease implements AutoCloseable {
    /**
     * While the job serves, the thread works for one part of the time and pauses for so many. Linux has no use for a Java
     * thread's priority.
     */
    private static final int PAUSES_PER_WORK = 9;

    /** How long after the warm-up began a job serves at the latest. On an idle core it takes two seconds. */
    static final long LONGEST_WAIT_NANOS = TimeUnit.SECONDS.toNanos(5);

    /** Between two comparisons of all kernels, once they have been warmed up. */
    private static final long CHECK_NANOS = TimeUnit.SECONDS.toNanos(10);

    private static final Logger LOG = LoggerFactory.getLogger(KernelLease.class);

    private static ServingKernels shared;
    private static Thread warming;
    private static int leases;
    private static long begunNanos;

    /** Whether all kernels have had their steps, since the thread began. */
    private static volatile boolean warm;

    /** Whether a partition serves. */
    private static volatile boolean serving;

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
            begunNanos = System.nanoTime();
            warm = false;
            serving = false;
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

    /** Whether each kernel has been warmed up, whichever of its twins is faster; true on scalar kernels alone. */
    static boolean isWarm() {
        return warm || shared == null;
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
        while (!Thread.currentThread().isInterrupted()) {
            long startNanos = System.nanoTime();
            boolean haveAllHadTheirSteps = warmUp.step();
            long pauseNanos = serving ? PAUSES_PER_WORK * (System.nanoTime() - startNanos) : 0;
            if (haveAllHadTheirSteps) {
                if (!warm) {
                    LOG.info(
                            "The kernels are warm after {} ms: {} of them run on vectors.",
                            TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begunNanos),
                            kernels.vectors());
                    warm = true;
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

    /** Waits until the kernels are warm, but not for long. From then on the job serves, and the warm-up takes pauses. */
    void awaitWarmth() throws InterruptedException {
        if (kernels instanceof ServingKernels) {
            while (!warm && warming.isAlive() && System.nanoTime() - begunNanos < LONGEST_WAIT_NANOS) {
                Thread.sleep(1);
            }
            serving = true;
        }
    }

    @Override
    public void close() {
        if (!closed && kernels instanceof ServingKernels) {
            closed = true;
            giveBack();
        }
    }
}
