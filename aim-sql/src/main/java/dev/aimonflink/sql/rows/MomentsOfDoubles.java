package dev.aimonflink.sql.rows;

import dev.aimonflink.sql.bind.Casts;
import dev.aimonflink.sql.plan.AggregateCall;

/**
 * Averages, variances and deviations of doubles by the algorithm of Youngs and Cramer, like PostgreSQL's: for values close to each other, a
 * sum of squares would lose their differences.
 */
final class MomentsOfDoubles extends Accumulator {
    private double count;
    private double sum;

    /** The sum of the squared distances from the average; NaN if a number is not finite. */
    private double squaredDistances;

    MomentsOfDoubles(AggregateCall call) {
        super(call);
    }

    @Override
    void add(Object input) {
        final double number = (Double) input;
        final double countBefore = count;
        final double sumBefore = sum;
        count++;
        sum += number;
        if (countBefore == 0) {
            squaredDistances = Double.isFinite(number) ? 0 : Double.NaN;
            return;
        }
        double distance = number * count - sum;
        squaredDistances += distance * distance / (count * countBefore);
        if (Double.isInfinite(sum) || Double.isInfinite(squaredDistances)) {
            if (!Double.isInfinite(sumBefore) && !Double.isInfinite(number)) {
                throw Casts.outOfRange(call.type(), call.position());
            }
            squaredDistances = Double.NaN;
        }
    }

    @Override
    Object value() {
        return switch (call.function()) {
            case AVG -> count == 0 ? null : (Object) (sum / count);
            case VAR_POP -> variance(count);
            case VAR_SAMP -> variance(count - 1);
            case STDDEV_POP -> root(variance(count));
            default -> root(variance(count - 1));
        };
    }

    private Double variance(double divisor) {
        return divisor <= 0 ? null : (Double) (squaredDistances / divisor);
    }

    private static Double root(Double variance) {
        return variance == null ? null : (Double) Math.sqrt(variance);
    }
}
