package dev.aimonflink.query.serve.mode;

import dev.aimonflink.matrix.model.InvalidInputException;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.LongStream;

/** Decides where each pass of a partition runs: always in one mode, or as a policy chooses. */
public final class ScanScheduler {
    /** The shortest time between a policy's changes. */
    public static final long SHORTEST_STAY_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    private static final long MEBIBYTE = 1 << 20;

    public interface Changes {
        /** @param outlook on the first pass in the new mode; null if somebody has set it */
        void changed(ScanMode from, ScanMode to, Outlook outlook);
    }

    private final boolean hasThread;
    private final LongSupplier fullDeltaBytes;
    private final LongSupplier nanoTime;
    private final long[] passes = new long[ScanMode.values().length];
    private ScanPolicy policy = new CostPolicy(true);
    private Changes listener = (from, to, outlook) -> {};
    private long deltaBytes = Long.MAX_VALUE;
    private ScanSetting setting;
    private boolean isSet;
    private BooleanSupplier isSaturated = () -> false;

    /** The last pass's; the next one's if it is set. */
    private ScanMode mode;

    private long changes;
    private long changedNanos;

    /** @param hasThread whether there is one beside the task's */
    public ScanScheduler(boolean hasThread, LongSupplier fullDeltaBytes, LongSupplier nanoTime) {
        this.hasThread = hasThread;
        this.fullDeltaBytes = fullDeltaBytes;
        this.nanoTime = nanoTime;
        mode = hasThread ? ScanMode.S2 : ScanMode.S1;
        setting = new ScanSetting(mode);
    }

    /** @param bytes that the partition's deltas may take */
    public void use(ScanPolicy chosenBy, long bytes, Changes seenBy) {
        policy = chosenBy;
        deltaBytes = bytes;
        listener = seenBy;
    }

    /** Tells a policy where to learn whether events are waiting although the thread only applies events and scans. */
    public void saturatedIf(BooleanSupplier saturated) {
        isSaturated = saturated;
    }

    /** Whether events are waiting although this thread does nothing else. */
    public boolean isSaturated() {
        return isSaturated.getAsBoolean();
    }

    public ScanSetting setting() {
        return setting;
    }

    /**
     * Lets the next passes run elsewhere.
     *
     * @throws InvalidInputException if there is not enough memory for their deltas; nothing changed
     */
    public void set(ScanSetting wanted) {
        if (wanted.fixedOrNull() != null && hasThread) {
            requireMemory(wanted.fixedOrNull());
        }
        if (hasThread) {
            setting = wanted;
            if (wanted.fixedOrNull() != null && isSet) {
                change(wanted.fixedOrNull(), null);
            } else if (wanted.fixedOrNull() != null) {
                mode = wanted.fixedOrNull();
            }
            isSet = true;
        }
    }

    public void set(ScanMode always) {
        set(new ScanSetting(always));
    }

    private boolean hasMemory(ScanMode wanted) {
        return wanted.deltas() <= deltaBytes / Math.max(1, fullDeltaBytes.getAsLong());
    }

    /** Whether the delta that is written to may grow to {@code bytes}. If there is much to write, it may take the memory of all. */
    public boolean mayTake(long bytes) {
        return bytes <= deltaBytes && bytes != Long.MAX_VALUE;
    }

    private void requireMemory(ScanMode wanted) {
        if (wanted.isBeside() && !hasMemory(wanted)) {
            throw new InvalidInputException(
                    "Scans in the mode " + wanted.label() + " may need " + wanted.deltas()
                            + " deltas of " + mebibytes(fullDeltaBytes.getAsLong())
                            + " MiB each in every partition, and the heap has " + mebibytes(deltaBytes)
                            + " MiB for them. Use s1, keep fewer columns (aim.matrix.columns), or give the TaskManager more heap.");
        }
    }

    private static long mebibytes(long bytes) {
        return (bytes + MEBIBYTE - 1) / MEBIBYTE;
    }

    public ScanMode next(Supplier<Outlook> outlook) {
        if (setting.fixedOrNull() == null) {
            choose(outlook.get());
        }
        passes[mode.ordinal()]++;
        return mode;
    }

    /** Whether that pass merges all waiting rows before it reads. */
    public boolean isMerging() {
        return mode.isMerging() || (setting.fixedOrNull() == null && policy.isMergeDue());
    }

    private void choose(Outlook outlook) {
        ScanMode chosen = allowed(policy.choose(outlook, mode));
        final long nowNanos = nanoTime.getAsLong();
        if (chosen != mode && (changes == 0 || nowNanos - changedNanos >= SHORTEST_STAY_NANOS)) {
            changedNanos = nowNanos;
            change(chosen, outlook);
        }
    }

    /** The wanted mode, or the nearest that memory allows. */
    private ScanMode allowed(ScanMode wanted) {
        if (wanted.isBeside() && !hasMemory(wanted)) {
            return hasMemory(ScanMode.S2) ? ScanMode.S2 : ScanMode.S1;
        }
        return wanted;
    }

    private void change(ScanMode next, Outlook outlook) {
        if (next != mode) {
            final ScanMode before = mode;
            mode = next;
            changes++;
            listener.changed(before, next, outlook);
        }
    }

    // ---- figures

    /** The mode of the last pass, or of the next if it is set. Other threads may call this and see an old one. */
    public ScanMode mode() {
        return mode;
    }

    /** How often the mode has changed. Other threads may call this and see an old number. */
    public long changes() {
        return changes;
    }

    public long passes() {
        return LongStream.of(passes).sum();
    }

    public long passes(ScanMode ofMode) {
        return passes[ofMode.ordinal()];
    }
}
