package dev.aimonflink.bench.harness;

import dev.aimonflink.bench.experiment.Samples;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;

/** How fast a count grows, interval by interval. */
public final class Rates implements Intervals.Listener {
    private final LongSupplier count;
    private final List<Double> perSecond = new ArrayList<>();
    private long before;

    /** Begins now. */
    public Rates(LongSupplier count) {
        this.count = count;
        before = count.getAsLong();
    }

    @Override
    public void ended(double seconds) {
        long now = count.getAsLong();
        perSecond.add((now - before) / seconds);
        before = now;
    }

    public boolean isEmpty() {
        return perSecond.isEmpty();
    }

    /** Of the interval that ended last; there has to be one. */
    double last() {
        return perSecond.get(perSecond.size() - 1);
    }

    /** One of each interval; there has to be one. */
    public Samples samples() {
        return new Samples(perSecond.stream().mapToDouble(Double::doubleValue).toArray());
    }
}
