package dev.aimonflink.bench.experiment;

import java.math.BigDecimal;

/**
 * A demand on a figure, and whether it holds.
 *
 * @param bound such as {@code <= 1.5}
 */
public record Demand(String name, double value, String bound, boolean holds) {

    public static Demand atMost(String name, double value, double limit) {
        return new Demand(name, value, "<= " + text(limit), value <= limit);
    }

    public static Demand below(String name, double value, double limit) {
        return new Demand(name, value, "< " + text(limit), value < limit);
    }

    public static Demand atLeast(String name, double value, double limit) {
        return new Demand(name, value, ">= " + text(limit), value >= limit);
    }

    private static String text(double limit) {
        return BigDecimal.valueOf(limit).stripTrailingZeros().toPlainString();
    }
}
