package dev.aimonflink.job.warmup;

import dev.aimonflink.matrix.kernel.KernelChoice;
import dev.aimonflink.matrix.kernel.Kernels;
import dev.aimonflink.matrix.kernel.ServingKernels;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The kernels of this JVM while a job runs in it. The first lease begins to {@linkplain KernelWarming warm} them up, and closing the last
 * one ends that: a thread that outlives its job would keep the job's classes in memory.
 */
public final class KernelLease implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(KernelLease.class);

    private static ServingKernels shared;
    private static KernelWarming current;
    private static int leases;

    private final Kernels kernels;

    /** Null if the kernels need no warm-up. */
    private final KernelWarming warming;

    private boolean closed;

    private KernelLease(Kernels kernels, KernelWarming warming) {
        this.kernels = kernels;
        this.warming = warming;
    }

    /**
     * Leases and logs the kernels that this JVM can run.
     *
     * @param beforeServing is warmed up after the kernels, if no job has run in this JVM before
     */
    public static KernelLease take(Consumer<Kernels> beforeServing) {
        KernelChoice choice = KernelChoice.chosen();
        String name = choice.kernels().name();
        if (!choice.remedy().isEmpty()) {
            LOG.warn("Scans run on {} kernels. {}", name, choice.remedy());
            return new KernelLease(choice.kernels(), null);
        }
        LOG.info("Scans run on {} kernels once these are compiled, and on plain loops until then.", name);
        return of(choice.kernels(), beforeServing);
    }

    private static synchronized KernelLease of(Kernels vector, Consumer<Kernels> beforeServing) {
        if (leases++ == 0) {
            // What an earlier job has warmed up stays: its code is still compiled.
            boolean isFirst = shared == null;
            shared = isFirst ? new ServingKernels(vector) : shared;
            current = KernelWarming.begin(shared, isFirst ? beforeServing : kernels -> {});
        }
        return new KernelLease(shared.kernels(), current);
    }

    static synchronized int open() {
        return leases;
    }

    private static synchronized void giveBack() {
        if (--leases == 0) {
            current.end();
        }
    }

    public Kernels kernels() {
        return kernels;
    }

    /** Whether there is nothing to wait for. */
    boolean isWarm() {
        return warming == null || warming.isWarm();
    }

    /** Waits a limited time until the kernels are warm; then the job serves. */
    public void awaitWarmth() throws InterruptedException {
        if (warming != null) {
            warming.await();
        }
    }

    @Override
    public void close() {
        if (!closed && warming != null) {
            closed = true;
            giveBack();
        }
    }
}
