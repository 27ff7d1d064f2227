package dev.aimonflink.query.serve.schedule;

import dev.aimonflink.matrix.model.InvalidInputException;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.LongStream;

/** Decides where each pass of a partition runs: always in one state, or in the one that a policy chooses. */
public final class ScanScheduler {
    /** A policy changes the state no sooner than so long after the last change. */
    public static final long SHORTEST_STAY_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    private static final long MEBIBYTE = 1 << 20;

    /** Hears of each change. */
    public interface Changes {
        /** @param outlook on the pass that is the first in another state; null if somebody has set it */
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

    /** Of the last pass; of the next one if that is set. */
    private ScanMode mode;

    private long changes;
    private long changedNanos;

    /**
     * @param hasThread whether there is one beside the task's
     * @param fullDeltaBytes what a full delta takes
     */
    public ScanScheduler(boolean hasThread, LongSupplier fullDeltaBytes, LongSupplier nanoTime) {
        this.hasThread = hasThread;
        this.fullDeltaBytes = fullDeltaBytes;
        this.nanoTime = nanoTime;
        mode = hasThread ? ScanMode.S2 : ScanMode.S1;
        setting = new ScanSetting(mode);
    }

    /**
     * Says by what is chosen, and within which limits.
     *
     * @param bytes that the deltas of the partition may take
     */
    public void use(ScanPolicy chosenBy, long bytes, Changes seenBy) {
        policy = chosenBy;
        deltaBytes = bytes;
        listener = seenBy;
    }

    /** Says where a policy learns whether events wait although the thread does nothing but apply them and scan. */
    public void saturatedIf(BooleanSupplier saturated) {
        isSaturated = saturated;
    }

    /** Whether events wait although this thread does nothing else. */
    public boolean isSaturated() {
        return isSaturated.getAsBoolean();
    }

    public ScanSetting setting() {
        return setting;
    }

    /**
     * Lets the next passes run elsewhere.
     *
     * @throws InvalidInputException if there is no memory for the deltas of such passes; nothing changed
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

    /** As {@link #set(ScanSetting)}. */
    public void set(ScanMode always) {
        set(new ScanSetting(always));
    }

    private boolean hasMemory(ScanMode wanted) {
        return wanted.deltas() <= deltaBytes / Math.max(1, fullDeltaBytes.getAsLong());
    }

    /** Whether the delta to which is written may take so many bytes. It may take what there is for all, if there is so much to write. */
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

    /** Where a pass runs that begins now. */
    public ScanMode next(Supplier<Outlook> outlook) {
        if (setting.fixedOrNull() == null) {
            choose(outlook.get());
        }
        passes[mode.ordinal()]++;
        return mode;
    }

    /** Whether that pass merges all rows that wait before it reads. */
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

    /** The state that is wanted, or what comes next to it, if there is no memory for that. */
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

    /** The state of the last pass; of the next one if it is set. Another thread may call this, and may see an old one. */
    public ScanMode mode() {
        return mode;
    }

    /** How often the state has changed. Another thread may call this, and may see an old number. */
    public long changes() {
        return changes;
    }

    /** How many passes have begun. */
    public long passes() {
        return LongStream.of(passes).sum();
    }

    /** How many passes have begun in a state. */
    public long passes(ScanMode ofMode) {
        return passes[ofMode.ordinal()];
    }
}
