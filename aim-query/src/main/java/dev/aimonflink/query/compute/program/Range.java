package dev.aimonflink.query.compute.program;

import dev.aimonflink.sql.text.BinaryOperator;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;

/** The whole numbers for which a comparison holds: from low to high, or all others. Empty if low exceeds high. */
public record Range(BigInteger low, BigInteger high, boolean isInside) {
    private static final BigInteger LOWEST = BigInteger.valueOf(Long.MIN_VALUE);
    private static final BigInteger HIGHEST = BigInteger.valueOf(Long.MAX_VALUE);

    /** The numbers without their point that compare so with a constant. */
    public static Range of(BinaryOperator operator, BigDecimal constant, int scale) {
        BigDecimal scaled = constant.movePointRight(scale);
        BigInteger floor = scaled.setScale(0, RoundingMode.FLOOR).toBigInteger();
        BigInteger ceiling = scaled.setScale(0, RoundingMode.CEILING).toBigInteger();
        return switch (operator) {
            case LESS -> new Range(LOWEST, ceiling.subtract(BigInteger.ONE), true);
            case LESS_OR_EQUAL -> new Range(LOWEST, floor, true);
            case GREATER -> new Range(floor.add(BigInteger.ONE), HIGHEST, true);
            case GREATER_OR_EQUAL -> new Range(ceiling, HIGHEST, true);
            // For a constant between two numbers, the ceiling exceeds the floor.
            case EQUAL -> new Range(ceiling, floor, true);
            default -> new Range(ceiling, floor, false);
        };
    }

    Range negated() {
        return new Range(low, high, !isInside);
    }
}
