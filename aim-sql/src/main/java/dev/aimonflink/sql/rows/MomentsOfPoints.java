package dev.aimonflink.sql.rows;

import dev.aimonflink.sql.bind.Casts;
import dev.aimonflink.sql.evaluate.Row;
import dev.aimonflink.sql.evaluate.RowEvaluator;
import dev.aimonflink.sql.plan.AggregateCall;
import dev.aimonflink.sql.type.SqlType;

/** Statistics of points (x, y) on a line, by the algorithm of {@link MomentsOfDoubles} in two dimensions. */
final class MomentsOfPoints extends Accumulator {
    private record Point(double y, double x) {}

    private double count;
    private double sumX;
    private double sumY;
    private double squaresX;
    private double squaresY;
    private double products;

    MomentsOfPoints(AggregateCall call) {
        super(call);
    }

    @Override
    Object input(Row row) {
        Object y = super.input(row);
        Object x = RowEvaluator.evaluate(call.arguments().get(1), row);
        return x == null || y == null ? null : new Point((Double) y, (Double) x);
    }

    @Override
    void add(Object input) {
        final double y = ((Point) input).y();
        final double x = ((Point) input).x();
        final double countBefore = count;
        final boolean wasXFinite = !Double.isInfinite(sumX) && !Double.isInfinite(x);
        final boolean wasYFinite = !Double.isInfinite(sumY) && !Double.isInfinite(y);
        count++;
        sumX += x;
        sumY += y;
        if (countBefore == 0) {
            squaresX = Double.isFinite(x) ? 0 : Double.NaN;
            squaresY = Double.isFinite(y) ? 0 : Double.NaN;
            products = squaresX + squaresY;
            return;
        }
        final double distanceX = x * count - sumX;
        final double distanceY = y * count - sumY;
        final double scale = 1 / (count * countBefore);
        squaresX += distanceX * distanceX * scale;
        squaresY += distanceY * distanceY * scale;
        products += distanceX * distanceY * scale;
        boolean isXBeyond = Double.isInfinite(sumX) || Double.isInfinite(squaresX);
        boolean isYBeyond = Double.isInfinite(sumY) || Double.isInfinite(squaresY);
        boolean isBeyond = Double.isInfinite(products);
        if ((isXBeyond && wasXFinite) || (isYBeyond && wasYFinite) || (isBeyond && wasXFinite && wasYFinite)) {
            throw Casts.outOfRange(SqlType.DOUBLE, call.position());
        }
        squaresX = Double.isInfinite(squaresX) ? Double.NaN : squaresX;
        squaresY = Double.isInfinite(squaresY) ? Double.NaN : squaresY;
        products = isBeyond ? Double.NaN : products;
    }

    @Override
    Object value() {
        return switch (call.function()) {
            case REGR_COUNT -> (long) count;
            case COVAR_SAMP -> count < 2 ? null : (Object) (products / (count - 1));
            default -> count < 1 ? null : ofSome();
        };
    }

    private Double ofSome() {
        return switch (call.function()) {
            case COVAR_POP -> products / count;
            case REGR_AVGX -> sumX / count;
            case REGR_AVGY -> sumY / count;
            case REGR_SXX -> squaresX;
            case REGR_SYY -> squaresY;
            case REGR_SXY -> products;
            default -> squaresX == 0 ? null : ofLine();
        };
    }

    private Double ofLine() {
        return switch (call.function()) {
            case REGR_SLOPE -> products / squaresX;
            case REGR_INTERCEPT -> (sumY - sumX * products / squaresX) / count;
            case REGR_R2 -> squaresY == 0 ? 1 : products * products / (squaresX * squaresY);
            default -> squaresY == 0 ? null : (Double) (products / Math.sqrt(squaresX * squaresY));
        };
    }
}
