package dev.aimonflink.query.serve.pass;

import dev.aimonflink.matrix.column.Block;
import dev.aimonflink.matrix.column.HeldBlocks;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The task's thread's share of a round that another thread runs: while it has time, it takes blocks and shows them to scans of its own. The
 * other thread takes blocks, too, and joins both threads' scans at the end.
 *
 * <p>A counter decides who takes a block. Once it has reached the end, every block is taken, and the other thread waits until this one is
 * no longer {@link #isBusy}: a volatile write after all of its work.
 */
final class Help {
    private final HeldBlocks blocks;
    private final PartitionContext context;
    private final List<RunningScan> scans;
    private final List<RunningScan> ofBoth;
    private final AtomicInteger taken = new AtomicInteger();

    /** The block being shown, or null. */
    private Block block;

    private int rows;
    private int next;

    /** Whether the task's thread has a block, or is about to take one. */
    private volatile boolean isBusy;

    /**
     * @param blocks all settled
     * @param scans of the task's thread; copied, because the other thread clears its list when all is shown
     * @param ofBoth these and the other thread's, which share their memory
     */
    Help(HeldBlocks blocks, PartitionContext context, List<RunningScan> scans, List<RunningScan> ofBoth) {
        this.blocks = blocks;
        this.context = context;
        this.scans = List.copyOf(scans);
        this.ofBoth = List.copyOf(ofBoth);
    }

    // ---- for both threads

    /** Takes the next block: its index, or the number of blocks if none is left. */
    int take() {
        return Math.min(taken.getAndIncrement(), blocks.count());
    }

    /** Whether the task's thread is still showing what it took. */
    boolean isBusy() {
        return isBusy;
    }

    // ---- for the task's thread

    boolean hasWork() {
        return block != null || taken.get() < blocks.count();
    }

    void runSlice(SliceTimer timer) {
        boolean isSliceOver = false;
        boolean hasShown = false;
        while (!isSliceOver && (block != null || takeBlock())) {
            RunningScan shown = showPart();
            hasShown = true;
            isSliceOver = timer.isOver();
            shown.ran(timer.lapNanos());
        }
        if (hasShown) { // else the other thread may have joined them already
            final double cpuShare = timer.cpuShare();
            scans.forEach(scan -> scan.sliceEnded(cpuShare));
        }
        isBusy = block != null;
    }

    private boolean takeBlock() {
        isBusy = true;
        final int index = take();
        if (index == blocks.count()) {
            return false;
        }
        block = blocks.open(index);
        rows = blocks.rowsIn(index);
        next = 0;
        return true;
    }

    private RunningScan showPart() {
        RunningScan scan = scans.get(next);
        final long keptBefore = scan.keptBytes();
        next += scan.scanPart(block, rows) ? 1 : 0;
        if (scan.keptBytes() != keptBefore) {
            scan.requireMemory(context.memory(), ofBoth);
        }
        if (next == scans.size()) {
            block = null;
        }
        return scan;
    }
}
