package dev.aimonflink.matrix.column;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** Whoever sees that a block is given back sees what was merged into it: for jcstress. */
@JCStressTest
@Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "The block is read.")
@Outcome(id = "0, 1", expect = Expect.ACCEPTABLE, desc = "It is about to be given back.")
@Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "It is given back.")
@Outcome(expect = Expect.FORBIDDEN, desc = "It is given back without what was merged.")
@State
public class SealedBlocksStress {
    private final SealedBlocks blocks = new SealedBlocks(new Block[1], 1, null, null, null, true, null);
    private int cell;

    /** The scan thread. */
    @Actor
    public void scan() {
        cell = 1;
        blocks.readUpTo(1);
    }

    /** The task's thread, which has seen the cell before. */
    @Actor
    public void task(II_Result result) {
        final int before = cell;
        result.r1 = blocks.read();
        result.r2 = Math.max(before, cell);
    }
}
