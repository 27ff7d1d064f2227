package dev.aimonflink.bench.report;

import java.util.List;
import java.util.Locale;

/**
 * A line of a chart.
 *
 * @param style of the style sheet
 * @param isPaper whether it is there to be compared with, and drawn lightly
 * @param isLevel whether its one value belongs to no point of the axis
 */
record Series(String label, String style, boolean isPaper, boolean isLevel, List<Point> points) {
    static final String US = "AIM on Flink";

    private static final int STYLES = 6;

    /** @param low of the spread, and {@code high}; of a paper the value itself */
    record Point(double x, double y, double low, double high) {
        static Point exact(double x, double y) {
            return new Point(x, y, y, y);
        }
    }

    /** @param name begins the label, which ends with the last value */
    static Series ours(String name, int index, List<Point> points) {
        return line(name, ourStyle(index), false, points);
    }

    private static Series line(String name, String style, boolean isPaper, List<Point> points) {
        String last = Labels.number(points.get(points.size() - 1).y());
        return new Series(name + " " + last, style, isPaper, false, points);
    }

    /** The same as it would be over another number of rows, if a query took as much longer as there are more. */
    Series byRows(double factor) {
        List<Point> scaled = points.stream()
                .map(point -> new Point(point.x, point.y * factor, point.low * factor, point.high * factor))
                .toList();
        return line("by rows", style + " by-rows", isPaper, scaled);
    }

    static Series of(Papers.Curve curve) {
        String style = paperStyle(curve.system());
        if (!curve.anywhere().isEmpty()) {
            List<Double> values = curve.anywhere();
            double highest = values.get(values.size() - 1);
            String label = curve.system() + (values.size() > 1 ? ", at most " : " ") + Labels.number(highest);
            return new Series(label, style, true, true, List.of(Point.exact(0, highest)));
        }
        List<Point> points = curve.points().stream()
                .map(point -> Point.exact(point.get(0), point.get(1)))
                .toList();
        return line(curve.system(), style, true, points);
    }

    static String ourStyle(int index) {
        return "ours-" + index % STYLES;
    }

    static String paperStyle(String system) {
        return "paper-" + system.toLowerCase(Locale.ROOT);
    }
}
