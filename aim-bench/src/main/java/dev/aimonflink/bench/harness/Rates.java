package dev.aimonflink.bench.harness;

import dev.aimonflink.bench.experiment.Samples;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;

/** Measures how fast a count grows in each interval. */
public final class Rates {
    private final LongSupplier count;
    private final List<Double> perSecond = new ArrayList<>();
    private long before;

    public Rates(LongSupplier count) {
        this.count = count;
        before = count.getAsLong();
    }

    /** Ends an interval of {@code seconds}. */
    public void ended(double seconds) {
        long now = count.getAsLong();
        perSecond.add((now - before) / seconds);
        before = now;
    }

    /** The rate of the last interval; there must be one. */
    double last() {
        return perSecond.get(perSecond.size() - 1);
    }

    /** The rate of each interval; there must be one. */
    public Samples samples() {
        return Samples.of(perSecond, each -> each);
    }
}
