package dev.aimonflink.matrix.model;

import java.io.Serializable;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * How often generated events have which value of a field. It does not limit what is possible, and stored records do not depend on it.
 *
 * @param shape null for the type's usual one
 * @param missing the share of events that lack an optional field; null for the usual one
 */
public record Draw(Shape shape, BigDecimal missing) implements Serializable {
    /** How a type is drawn if a model says nothing. */
    public static final Draw USUAL = new Draw(null, null);

    /** The exponent of Zipf's law beyond which nearly all values are the first one. */
    public static final BigDecimal MAX_EXPONENT = BigDecimal.TEN;

    /** A distribution, with the keys of its numbers in a model. */
    public enum Distribution {
        UNIFORM("from to"),
        /** Numbers around a mean, two thirds of them within the deviation. */
        NORMAL("mean deviation"),
        /** Positive numbers with normal logarithms, a few of them large. Two thirds are within a factor of the median. */
        LOG_NORMAL("median factor"),
        /** The k-th value of an enumeration, or the k-th text, is k^exponent times as rare as the first. */
        ZIPF("zipf"),
        /** The share of events in which a boolean is true. */
        SHARE("share"),
        /** How frequent an enumeration's values are, in order and relative to each other. */
        WEIGHTS("weights");

        private final String keys;

        /** @param keys separated by blanks */
        Distribution(String keys) {
            this.keys = keys;
        }

        public List<String> keys() {
            return List.of(keys.split(" ", -1));
        }
    }

    /** @param numbers one for each key of the distribution; weights have one for each value of the enumeration */
    public record Shape(Distribution distribution, List<BigDecimal> numbers) implements Serializable {
        public Shape {
            numbers = List.copyOf(numbers);
        }
    }

    public boolean is(Distribution distribution) {
        return shape != null && shape.distribution() == distribution;
    }

    /** A number of the shape, which must not be the usual one. */
    public double number(int index) {
        return shape.numbers().get(index).doubleValue();
    }

    /** As in a model, without braces. */
    @Override
    public String toString() {
        List<String> keys = new ArrayList<>();
        if (is(Distribution.WEIGHTS)) {
            keys.add("weights: "
                    + shape.numbers().stream()
                            .map(BigDecimal::toPlainString)
                            .collect(Collectors.joining(", ", "[", "]")));
        } else if (shape != null) {
            for (int i = 0; i < shape.numbers().size(); i++) {
                keys.add(shape.distribution().keys().get(i) + ": "
                        + shape.numbers().get(i).toPlainString());
            }
        }
        if (missing != null) {
            keys.add("missing: " + missing.toPlainString());
        }
        return String.join(", ", keys);
    }
}
