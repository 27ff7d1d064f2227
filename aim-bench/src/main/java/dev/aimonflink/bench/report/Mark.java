package dev.aimonflink.bench.report;

import java.util.List;
import java.util.Locale;

/**
 * A line of a chart, or a bar.
 *
 * @param group of adjacent bars; a line has none
 * @param style classes of the style sheet
 * @param points only one for a bar, and for a line without a place on the axis
 */
record Mark(String name, String group, String style, List<Point> points) {
    static final String US = "AIM on Flink";

    private static final int STYLES = 6;

    /** @param x place on the axis; NaN for none */
    record Point(double x, double value, double low, double high) {
        static Point exact(double x, double value) {
            return new Point(x, value, value, value);
        }
    }

    /** The curve of a paper; a level line where the paper does not say at which place a value was measured. */
    static Mark of(Papers.Curve curve) {
        String style = paperStyle(curve.system());
        if (curve.anywhere().isEmpty()) {
            return new Mark(
                    curve.system(),
                    "",
                    style,
                    curve.points().stream()
                            .map(point -> Point.exact(point.get(0), point.get(1)))
                            .toList());
        }
        List<Double> values = curve.anywhere();
        String name = curve.system() + (values.size() > 1 ? ", at most" : "");
        return new Mark(name, "", style, List.of(Point.exact(Double.NaN, values.get(values.size() - 1))));
    }

    /** The same scaled to another number of rows, with which a query's time grows. */
    Mark byRows(double factor) {
        return new Mark(
                "by rows",
                group,
                style + " by-rows",
                points.stream()
                        .map(point -> new Point(point.x, point.value * factor, point.low * factor, point.high * factor))
                        .toList());
    }

    /** The label at the end of a line: its name and last value. */
    String ending() {
        return name + " " + FigureLabels.number(last().value);
    }

    boolean isPaper() {
        return style.startsWith("paper ");
    }

    boolean isLevel() {
        return Double.isNaN(last().x);
    }

    Point last() {
        return points.get(points.size() - 1);
    }

    static String ourStyle(int index) {
        return "ours ours-" + index % STYLES;
    }

    static String paperStyle(String system) {
        return "paper paper-" + system.toLowerCase(Locale.ROOT);
    }
}
