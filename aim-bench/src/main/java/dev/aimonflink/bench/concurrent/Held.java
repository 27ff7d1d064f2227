package dev.aimonflink.bench.concurrent;

import dev.aimonflink.matrix.column.Block;
import dev.aimonflink.query.aggregate.Count.Counts;
import dev.aimonflink.query.partial.Partial;
import dev.aimonflink.query.pass.Scan;
import dev.aimonflink.query.pass.ScanContext;
import dev.aimonflink.query.pass.Scannable;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A question that keeps its cut until it is told that this was long enough, so that a known number of events waits for the next one. */
final class Held implements Scannable {
    private static final long PAUSE_NANOS = TimeUnit.MICROSECONDS.toNanos(50);

    private volatile boolean isLongEnough;

    void until(boolean longEnough) {
        isLongEnough = longEnough;
    }

    @Override
    public Set<String> columns() {
        return Set.of();
    }

    @Override
    public Scan open(ScanContext context) {
        return new Scan() {
            @Override
            public void scan(Block block, int rows) {
                while (!isLongEnough) {
                    LockSupport.parkNanos(PAUSE_NANOS);
                }
            }

            @Override
            public Partial partial() {
                return Partial.of(new Counts().add(1));
            }
        };
    }
}
