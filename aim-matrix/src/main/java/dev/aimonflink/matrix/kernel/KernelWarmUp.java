package dev.aimonflink.matrix.kernel;

import java.util.List;
import java.util.function.LongSupplier;

/**
 * Runs both twins of a loop in turn over {@linkplain TrialBlock invented columns} until the vector twin is compiled and faster, and then
 * lets it serve. Until it is compiled, a vector twin boxes each vector: it is many times slower than its scalar twin, and makes gigabytes
 * of garbage.
 *
 * <p>The comparison continues afterwards, because the compiler may give up on a twin or discard its code.
 *
 * <p>The caller calls {@link #step} repeatedly. A step takes about a millisecond, or a few while a vector twin is interpreted.
 */
public final class KernelWarmUp {
    /** Receives each change of the twin that serves. */
    public interface Listener {
        void serves(String kernel, boolean isVector, long scalarNanos, long vectorNanos);
    }

    /** How many consecutive comparisons must agree before a change: in one of them the thread may have lost its core. */
    static final int COMPARISONS_ALIKE = 3;

    /** After this many steps a kernel whose vector twin is not faster waits for the others' steps. */
    static final int STEPS_OF_ONE_KERNEL = 8_000;

    /** The same in later rounds: a twin that the compiler has given up on then costs little. */
    static final int STEPS_OF_A_LATER_TRY = 40;

    /** What is timed: enough for main loop and tail, and few enough for a step of about a millisecond. */
    static final int ROWS = 2_055;

    /**
     * The rows of a run while a vector twin makes garbage. The compiler counts calls as well as loop rounds, so short runs trigger it with
     * less garbage.
     */
    static final int FEW_ROWS = 423;

    private static final int TIMED_RUNS = 3;

    /** A twin takes over if it is faster by a tenth, so that nearly equal twins do not alternate. */
    private static final double CLEARLY = 0.9;

    private final ServingKernels kernels;
    private final List<Kernel> loops = List.of(Kernel.values());
    private final LongSupplier nanoTime;
    private final LongSupplier allocatedBytes;
    private final Listener listener;
    private final List<TrialBlock> blocks = TrialBlock.all();
    private final TrialBlock usual = TrialBlock.usual();

    /** By loop, the consecutive comparisons in favour of the twin that does not serve. */
    private final int[] alike = new int[loops.size()];

    private long checksum;
    private int current;
    private int steps;
    private int stepsOfATry = STEPS_OF_ONE_KERNEL;

    /**
     * @param nanoTime like {@link System#nanoTime}
     * @param allocatedBytes by the calling thread so far; a constant if the JVM does not say
     */
    public KernelWarmUp(ServingKernels kernels, LongSupplier nanoTime, LongSupplier allocatedBytes, Listener listener) {
        this.kernels = kernels;
        this.nanoTime = nanoTime;
        this.allocatedBytes = allocatedBytes;
        this.listener = listener;
    }

    /** Warms the current kernel a little and compares its twins; returns whether all kernels have had their steps. */
    public boolean step() {
        Kernel loop = loops.get(current);
        boolean isSettled = (kernels.isVector(loop) || isCompiled(loop)) && isSettled(loop);
        steps++;
        if (!isSettled && steps < stepsOfATry) {
            return false;
        }
        steps = 0;
        current = (current + 1) % loops.size();
        if (current > 0) {
            return false;
        }
        stepsOfATry = STEPS_OF_A_LATER_TRY;
        return true;
    }

    /** Runs both twins on all blocks; returns whether the vector twin no longer boxes vectors. */
    private boolean isCompiled(Kernel loop) {
        for (TrialBlock block : blocks) {
            checksum += loop.run(kernels.twin(false), block, FEW_ROWS);
        }
        long bytesBefore = allocatedBytes.getAsLong();
        for (TrialBlock block : blocks) {
            checksum += loop.run(kernels.twin(true), block, FEW_ROWS);
        }
        return allocatedBytes.getAsLong() - bytesBefore < FEW_ROWS;
    }

    /** Compares the twins, and changes the one that serves if need be. Returns whether the vector twin rightly serves. */
    private boolean isSettled(Kernel loop) {
        long scalarNanos = bestNanos(loop, false);
        long bytesBefore = allocatedBytes.getAsLong();
        long vectorNanos = bestNanos(loop, true);
        boolean boxes = allocatedBytes.getAsLong() - bytesBefore >= ROWS;
        boolean isVector = kernels.isVector(loop);
        boolean vectorWins = !boxes && vectorNanos < (isVector ? scalarNanos / CLEARLY : scalarNanos * CLEARLY);
        if (vectorWins == isVector) {
            alike[current] = 0;
            return vectorWins;
        }
        if (++alike[current] < COMPARISONS_ALIKE) {
            return false;
        }
        alike[current] = 0;
        kernels.serve(loop, vectorWins);
        listener.serves(loop.label(), vectorWins, scalarNanos, vectorNanos);
        return vectorWins;
    }

    private long bestNanos(Kernel loop, boolean isVector) {
        long best = Long.MAX_VALUE;
        for (int run = 0; run < TIMED_RUNS; run++) {
            final long startNanos = nanoTime.getAsLong();
            checksum += loop.run(kernels.twin(isVector), usual, ROWS);
            best = Math.min(best, nanoTime.getAsLong() - startNanos);
        }
        return best;
    }

    /** Depends on every run, so that the compiler can omit none. */
    public long checksum() {
        return checksum;
    }
}
