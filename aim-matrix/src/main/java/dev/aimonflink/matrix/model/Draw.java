package dev.aimonflink.matrix.model;

import java.io.Serializable;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * How often generated events have which value of a field. It does not say what is possible, and stored records do not depend on it.
 *
 * @param shape null for the usual one of the type
 * @param missing the share of events that lack an optional field; null for the usual one
 */
public record Draw(Shape shape, BigDecimal missing) implements Serializable {
    /** As each type is drawn that a model says nothing of. */
    public static final Draw USUAL = new Draw(null, null);

    /** The exponent of Zipf's law beyond which nearly all values are the first one. */
    public static final BigDecimal MAX_EXPONENT = BigDecimal.TEN;

    /** A distribution. */
    public sealed interface Shape extends Serializable {
        /** The numbers that describe it, by their keys in a model. */
        Map<String, BigDecimal> numbers();
    }

    /** Numbers from one to another, all of which are as frequent. */
    public record Uniform(BigDecimal from, BigDecimal to) implements Shape {
        @Override
        public Map<String, BigDecimal> numbers() {
            return ordered("from", from, "to", to);
        }
    }

    /** Numbers around a mean. Two thirds of them are nearer to it than the deviation. */
    public record Normal(BigDecimal mean, BigDecimal deviation) implements Shape {
        @Override
        public Map<String, BigDecimal> numbers() {
            return ordered("mean", mean, "deviation", deviation);
        }
    }

    /** Positive numbers with a few large ones: their logarithms are normal. Two thirds are less than a factor from the median. */
    public record LogNormal(BigDecimal median, BigDecimal factor) implements Shape {
        @Override
        public Map<String, BigDecimal> numbers() {
            return ordered("median", median, "factor", factor);
        }
    }

    /** The k-th value of an enumeration, or the k-th text, is k^exponent times as rare as the first. */
    public record Zipf(BigDecimal exponent) implements Shape {
        @Override
        public Map<String, BigDecimal> numbers() {
            return Map.of("zipf", exponent);
        }
    }

    /** The share of events in which a boolean is true. */
    public record Share(BigDecimal share) implements Shape {
        @Override
        public Map<String, BigDecimal> numbers() {
            return Map.of("share", share);
        }
    }

    /** How frequent the values of an enumeration are, in their order and relative to each other. */
    public record Weights(List<BigDecimal> weights) implements Shape {
        public Weights {
            weights = List.copyOf(weights);
        }

        @Override
        public Map<String, BigDecimal> numbers() {
            return Map.of();
        }
    }

    /** As in a model, without braces. */
    @Override
    public String toString() {
        List<String> keys = new ArrayList<>();
        if (shape instanceof Weights weights) {
            keys.add("weights: "
                    + weights.weights().stream()
                            .map(BigDecimal::toPlainString)
                            .collect(Collectors.joining(", ", "[", "]")));
        } else if (shape != null) {
            shape.numbers().forEach((key, number) -> keys.add(key + ": " + number.toPlainString()));
        }
        if (missing != null) {
            keys.add("missing: " + missing.toPlainString());
        }
        return String.join(", ", keys);
    }

    private static Map<String, BigDecimal> ordered(String first, BigDecimal one, String second, BigDecimal two) {
        Map<String, BigDecimal> numbers = new LinkedHashMap<>();
        numbers.put(first, one);
        numbers.put(second, two);
        return numbers;
    }
}
