package dev.aimonflink.bench.concurrent;

import dev.aimonflink.matrix.column.Block;
import dev.aimonflink.query.compute.aggregate.Count.Counts;
import dev.aimonflink.query.compute.partial.Partial;
import dev.aimonflink.query.serve.pass.Scan;
import dev.aimonflink.query.serve.pass.ScanContext;
import dev.aimonflink.query.serve.pass.Scannable;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A question whose scan waits until it is ended, so that a known number of events precedes the next one. */
final class Held implements Scannable {
    private static final long PAUSE_NANOS = TimeUnit.MICROSECONDS.toNanos(50);

    private volatile boolean isEnded;

    void begin() {
        isEnded = false;
    }

    void end() {
        isEnded = true;
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
                while (!isEnded) {
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
