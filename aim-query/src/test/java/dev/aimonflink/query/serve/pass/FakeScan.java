package dev.aimonflink.query.serve.pass;

import dev.aimonflink.matrix.column.Block;
import dev.aimonflink.query.compute.partial.Partial;
import dev.aimonflink.query.serve.partition.TestPartition.Sum;
import java.util.Set;

/** A question that is its own scan. It reads nothing and finds nothing, but for what a test overrides. */
public interface FakeScan extends Scannable, Scan {
    @Override
    default Set<String> columns() {
        return Set.of();
    }

    @Override
    default Scan open(ScanContext context) {
        return this;
    }

    @Override
    default void scan(Block block, int rows) {}

    @Override
    default Partial partial() {
        return new Sum(0, 0).partial();
    }

    /** Reads the same in two rounds. */
    record Twice(Scannable first) implements Scannable {
        @Override
        public Set<String> columns() {
            return first.columns();
        }

        @Override
        public Scan open(ScanContext context) {
            return first.open(context);
        }

        @Override
        public boolean hasSecondRound() {
            return true;
        }
    }
}
