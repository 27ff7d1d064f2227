package dev.aimonflink.bench.experiment;

import java.util.Arrays;
import java.util.Collection;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/** One or more measured values of one thing, in time order. */
public final class Samples {
    private final double[] values;
    private final double[] sorted;

    public Samples(double... values) {
        if (values.length == 0) {
            throw new IllegalArgumentException("There are no samples.");
        }
        this.values = values.clone();
        sorted = values.clone();
        Arrays.sort(sorted);
    }

    public static <T> Samples of(Collection<T> measured, ToDoubleFunction<? super T> value) {
        return new Samples(measured.stream().mapToDouble(value).toArray());
    }

    public int count() {
        return values.length;
    }

    public double min() {
        return sorted[0];
    }

    public double max() {
        return sorted[sorted.length - 1];
    }

    public double median() {
        int half = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
    }

    /** The same, or all of them over all others where one of those is zero. */
    public Samples overOrAll(Samples others) {
        return others.min() > 0
                ? over(others)
                : new Samples(Arrays.stream(values).sum()
                        / Arrays.stream(others.values).sum());
    }

    public Samples everyFromLast(int apart) {
        return new Samples(IntStream.range(0, values.length)
                .filter(i -> (values.length - 1 - i) % apart == 0)
                .mapToDouble(i -> values[i])
                .toArray());
    }

    public Samples map(DoubleUnaryOperator function) {
        return new Samples(Arrays.stream(values).map(function).toArray());
    }

    /** Divides each sample by the one taken beside it. On a shared machine, such ratios vary less than the ratio of two medians. */
    public Samples over(Samples others) {
        return pairedWith(others, (ours, theirs) -> ours / theirs);
    }

    /** Subtracts from each sample the one taken beside it. */
    public Samples less(Samples others) {
        return pairedWith(others, (ours, theirs) -> ours - theirs);
    }

    private Samples pairedWith(Samples others, DoubleBinaryOperator function) {
        if (others.values.length != values.length) {
            throw new IllegalArgumentException(
                    values.length + " samples do not pair with " + others.values.length + ".");
        }
        return new Samples(IntStream.range(0, values.length)
                .mapToDouble(i -> function.applyAsDouble(values[i], others.values[i]))
                .toArray());
    }
}
