package dev.aimonflink.clients.load;

import dev.aimonflink.matrix.model.Draw;
import dev.aimonflink.matrix.model.Draw.Distribution;
import dev.aimonflink.matrix.model.EventField;
import dev.aimonflink.matrix.model.FieldType.Kind;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.SplittableRandom;

/**
 * Draws the numbers of one field, as the model says or else uniformly in the range of {@link FieldGenerator}. A number out of bounds is
 * drawn again, and after some tries set to the bound. Draws allocate nothing.
 */
final class NumberGenerator {
    private static final int MOST_TRIES = 100;

    private static final BigDecimal USUAL_SPAN = BigDecimal.valueOf(1_000);
    /** Takes 200,000 events of an entity to overflow a sum of 32 bits. */
    private static final BigDecimal NARROW_SPAN = BigDecimal.valueOf(10_000);

    private final boolean isDouble;

    /** In units of the last digit; inclusive, and less than the greatest long. */
    private long minUnits;

    private long maxUnits;
    private double min;
    private double max;

    private final boolean isUniform;
    private final boolean isLogarithm;

    /** Of the normal distribution, in units of the last digit, or of its logarithms. */
    private double mean;

    private double deviation;

    /** The units of a number of 1. */
    private final double scale;

    NumberGenerator(EventField field) {
        isDouble = field.type().is(Kind.DOUBLE);
        scale = isDouble ? 1 : Math.pow(10, field.type().scale());
        Draw draw = field.draw();
        isUniform = draw.shape() == null || draw.is(Distribution.UNIFORM);
        isLogarithm = draw.is(Distribution.LOG_NORMAL);
        if (draw.is(Distribution.UNIFORM)) {
            setRange(draw.shape().numbers().get(0), draw.shape().numbers().get(1), field);
        } else if (isUniform) {
            setRange(least(field), greatest(field), field);
        } else {
            setWholeRange(field);
        }
        if (isLogarithm) {
            mean = Math.log(draw.number(0));
            deviation = Math.log(draw.number(1));
        } else if (draw.is(Distribution.NORMAL)) {
            mean = draw.number(0);
            deviation = draw.number(1);
        }
    }

    private void setRange(BigDecimal from, BigDecimal to, EventField field) {
        min = from.doubleValue();
        max = to.doubleValue();
        if (!isDouble) {
            minUnits = units(from, field);
            maxUnits = units(to, field);
        }
    }

    private void setWholeRange(EventField field) {
        min = field.min() == null ? -Double.MAX_VALUE : field.min().doubleValue();
        max = field.max() == null ? Double.MAX_VALUE : field.max().doubleValue();
        if (!isDouble) {
            minUnits = field.minUnits();
            maxUnits = field.maxUnits();
        }
    }

    private static BigDecimal least(EventField field) {
        boolean isBelowZero = field.max() != null && field.max().signum() < 0;
        if (field.hasNarrowSums() || field.min() == null) {
            BigDecimal span = field.hasNarrowSums() ? NARROW_SPAN : USUAL_SPAN;
            BigDecimal wanted = isBelowZero ? field.max().subtract(span) : BigDecimal.ZERO;
            return field.min() == null ? wanted : wanted.max(field.min());
        }
        return field.min();
    }

    private static BigDecimal greatest(EventField field) {
        BigDecimal least = least(field);
        if (field.max() != null) {
            return field.hasNarrowSums() ? field.max().min(least.add(NARROW_SPAN)) : field.max();
        }
        return least.compareTo(USUAL_SPAN) < 0 ? USUAL_SPAN : least.add(USUAL_SPAN);
    }

    /** An undeclared range can be wider than the type, or have more digits. */
    private static long units(BigDecimal bound, EventField field) {
        return bound.setScale(field.type().scale(), RoundingMode.HALF_EVEN)
                .unscaledValue()
                .max(BigInteger.valueOf(field.minUnits()))
                .min(BigInteger.valueOf(field.maxUnits()))
                .longValueExact();
    }

    /** The bits of the next number, as in events. */
    long next(SplittableRandom random) {
        if (isUniform) {
            return isDouble
                    ? Double.doubleToRawLongBits(min == max ? min : random.nextDouble(min, max))
                    : random.nextLong(minUnits, maxUnits + 1);
        }
        double number = number(random);
        for (int tries = 1; tries < MOST_TRIES && !(number >= min && number <= max); tries++) {
            number = number(random);
        }
        return isDouble
                ? Double.doubleToRawLongBits(Math.max(min, Math.min(max, number)))
                : Math.max(minUnits, Math.min(maxUnits, Math.round(number * scale)));
    }

    private double number(SplittableRandom random) {
        final double drawn = mean + deviation * random.nextGaussian();
        return isLogarithm ? Math.exp(drawn) : drawn;
    }
}
