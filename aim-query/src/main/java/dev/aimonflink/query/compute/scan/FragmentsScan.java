package dev.aimonflink.query.compute.scan;

import dev.aimonflink.matrix.column.Block;
import dev.aimonflink.query.ask.cut.AnswerLimits;
import dev.aimonflink.query.ask.cut.SqlFailures;
import dev.aimonflink.query.compute.aggregate.States;
import dev.aimonflink.query.compute.partial.NestedPartials;
import dev.aimonflink.query.compute.partial.Partial;
import dev.aimonflink.query.serve.pass.Scan;
import dev.aimonflink.sql.SqlException;
import java.util.List;

/** Runs several fragments over the same rows, block by block; the partial has one of each. */
public class FragmentsScan implements Scan {
    private final List<FragmentScan> fragments;
    private final AnswerLimits limits;

    /** The fragment that takes the present block. */
    private int next;

    public FragmentsScan(List<FragmentScan> fragments, AnswerLimits limits) {
        this.fragments = fragments;
        this.limits = limits;
    }

    @Override
    public final void scan(Block block, int rows) {
        while (!scanPart(block, rows)) {
            // The next part follows.
        }
    }

    @Override
    public final boolean scanPart(Block block, int rows) {
        // A query of tables alone needs no rows.
        if (!fragments.isEmpty()) {
            try {
                next += scanPart(next, block, rows) ? 1 : 0;
            } catch (SqlException failure) {
                throw SqlFailures.of(failure);
            }
        }
        boolean isLast = next == fragments.size();
        next = isLast ? 0 : next;
        return isLast;
    }

    boolean scanPart(int fragment, Block block, int rows) {
        return fragments.get(fragment).scanPart(block, rows);
    }

    @Override
    public final void hasUsed(long cpuNanos) {
        limits.requireTime(cpuNanos);
    }

    @Override
    public final long keptBytes() {
        long bytes = 0;
        for (int i = 0; i < fragments.size(); i++) {
            bytes += fragments.get(i).keptBytes();
        }
        return bytes;
    }

    @Override
    public Partial partial() {
        return fragments.isEmpty()
                ? Partial.of(new NestedPartials().add(null))
                : Partial.of(fragments.stream()
                        .map(fragment -> new NestedPartials().add(fragment.partial()))
                        .toArray(States[]::new));
    }
}
