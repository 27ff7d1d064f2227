package dev.aimonflink.bench.report;

import java.util.List;
import java.util.stream.DoubleStream;

/**
 * The straight line through points with the least sum of squares.
 *
 * @param atZero value at place 0
 * @param residual root mean square distance of the points
 * @param share the residual over the mean of the points
 */
record StraightLine(double atZero, double slope, double residual, double share) {
    private static final double MILLION = 1e6;
    private static final double PER_CENT = 100;

    /** @param points on at least two places */
    static StraightLine through(List<Mark.Point> points) {
        double meanX = mean(points.stream().mapToDouble(Mark.Point::x));
        double meanValue = mean(points.stream().mapToDouble(Mark.Point::value));
        double slope = points.stream()
                        .mapToDouble(point -> (point.x() - meanX) * (point.value() - meanValue))
                        .sum()
                / points.stream()
                        .mapToDouble(point -> (point.x() - meanX) * (point.x() - meanX))
                        .sum();
        double atZero = meanValue - slope * meanX;
        double residual = Math.sqrt(mean(points.stream()
                .mapToDouble(point -> point.value() - atZero - slope * point.x())
                .map(off -> off * off)));
        return new StraightLine(atZero, slope, residual, residual / meanValue);
    }

    private static double mean(DoubleStream values) {
        return values.average().orElseThrow();
    }

    /** Such as {@code 0.8 ms and 3.2 ms for each million, residual 0.1 ms (3%)}. */
    String words(String unit) {
        return FigureLabels.number(atZero) + " " + unit + " and " + FigureLabels.number(slope * MILLION) + " " + unit
                + " for each million, residual " + FigureLabels.number(residual) + " " + unit + " ("
                + FigureLabels.number(share * PER_CENT) + "%)";
    }

    Mark mark(Mark points) {
        double first = points.points().get(0).x();
        double last = points.last().x();
        return new Mark(
                "straight",
                "",
                points.style() + " by-rows",
                List.of(
                        Mark.Point.exact(first, atZero + slope * first),
                        Mark.Point.exact(last, atZero + slope * last)));
    }
}
