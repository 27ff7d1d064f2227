package dev.aimonflink.bench.report;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/**
 * Lines with labels beside their ends; ours have the spread of each point, the papers' are light.
 *
 * @param unit of the vertical axis
 */
record LineChart(String title, Axis axis, String unit, List<Series> series) {
    private static final double WIDTH = 720;
    private static final double HEIGHT = 340;
    private static final double LEFT = 74;
    private static final double RIGHT = 500;
    private static final double TOP = 28;
    private static final double BOTTOM = HEIGHT - 46;
    private static final double LABEL_GAP = 17;

    private static final int MAX_CIRCLES = 40;

    private static final double MAX_SPREAD_SHOWN = 1.3;

    private static final double HUNDRED_PERCENT = 100;

    /** Of a percentile, such as 99.9999. */
    private static final MathContext TAIL_DIGITS = new MathContext(8);

    /** The horizontal axis. */
    enum Scaling {
        LINEAR,
        LOGARITHMIC,
        /** For percentiles: each step to the right leaves a tenth of the values beyond. */
        TAIL
    }

    /** @param label of the parameter that changes along it */
    record Axis(String label, Scaling scaling) {
        static final Axis PERCENTILES = new Axis("percentile", Scaling.TAIL);

        private String tick(double place) {
            return scaling == Scaling.TAIL
                    ? BigDecimal.valueOf(HUNDRED_PERCENT - HUNDRED_PERCENT / place)
                                    .round(TAIL_DIGITS)
                                    .stripTrailingZeros()
                                    .toPlainString()
                            + "%"
                    : Labels.number(place);
        }
    }

    /** The place of a percentile on {@link Axis#PERCENTILES}: one of so many values lies beyond it. */
    static double tail(double percent) {
        return HUNDRED_PERCENT / (HUNDRED_PERCENT - percent);
    }

    private record Label(Series series, double endX, double endY) {}

    String svg() {
        Scale across = across();
        Scale up = Scale.of(points().mapToDouble(Series.Point::y).min().orElse(0), top(), BOTTOM, TOP);
        Markup svg = Markup.svg(WIDTH, HEIGHT, title);
        drawAxes(svg, across, up);
        Stream.concat(series.stream().filter(Series::isPaper), series.stream().filter(one -> !one.isPaper()))
                .forEach(one -> draw(svg, one, across, up));
        drawLabels(svg, across, up);
        return svg.close("svg").toString();
    }

    private Stream<Series.Point> points() {
        return series.stream().flatMap(one -> one.points().stream());
    }

    /** Leaves room for the spread, up to a limit, so that an outlier does not flatten the rest. */
    private double top() {
        double median = points().mapToDouble(Series.Point::y).max().orElse(1);
        double high = points().mapToDouble(Series.Point::high).max().orElse(1);
        return Math.min(high, MAX_SPREAD_SHOWN * median);
    }

    private Scale across() {
        double[] places = series.stream()
                .filter(one -> !one.isLevel())
                .flatMap(one -> one.points().stream())
                .mapToDouble(Series.Point::x)
                .toArray();
        double greatest = DoubleStream.of(places).max().orElse(1);
        return axis.scaling() != Scaling.LINEAR
                ? Scale.logarithmic(DoubleStream.of(places).min().orElse(1), greatest, LEFT, RIGHT)
                : Scale.counting(greatest, LEFT, RIGHT);
    }

    private void drawAxes(Markup svg, Scale across, Scale up) {
        for (double tick : up.ticks()) {
            double y = up.at(tick);
            svg.shape("line", "class", "grid", "x1", LEFT, "x2", RIGHT, "y1", y, "y2", y);
            svg.element("text", Labels.number(tick), "class", "tick end", "x", LEFT - 8, "y", y + 4);
        }
        for (double tick : across.ticks()) {
            svg.element("text", axis.tick(tick), "class", "tick middle", "x", across.at(tick), "y", BOTTOM + 18);
        }
        svg.element("text", unit, "class", "axis", "x", LEFT, "y", TOP - 12);
        svg.element("text", axis.label(), "class", "axis end", "x", RIGHT, "y", BOTTOM + 36);
    }

    private void draw(Markup svg, Series one, Scale across, Scale up) {
        svg.open("g", "class", (one.isPaper() ? "paper " : "ours ") + one.style());
        if (one.isLevel()) {
            double y = up.at(one.points().get(0).y());
            svg.shape("line", "class", "level", "x1", LEFT, "x2", RIGHT, "y1", y, "y2", y);
        } else {
            StringBuilder path = new StringBuilder();
            for (Series.Point point : one.points()) {
                path.append(path.isEmpty() ? "M" : "L")
                        .append(Markup.rounded(across.at(point.x())))
                        .append(' ')
                        .append(Markup.rounded(up.at(point.y())));
            }
            svg.shape("path", "d", path);
            if (axis.scaling() == Scaling.TAIL || one.points().size() > MAX_CIRCLES) {
                // A curve of percentiles needs no circles, and many points leave no room for them.
                svg.close("g");
                return;
            }
            for (Series.Point point : one.points()) {
                double x = across.at(point.x());
                if (point.low() < point.high()) {
                    double low = up.at(point.low());
                    svg.shape("line", "class", "spread", "x1", x, "x2", x, "y1", low, "y2", up.at(point.high()));
                }
                svg.shape("circle", "cx", x, "cy", up.at(point.y()), "r", one.isPaper() ? 2.5 : 4.0);
            }
        }
        svg.close("g");
    }

    /** From the top down, each as near to its line's end as the labels above allow. */
    private void drawLabels(Markup svg, Scale across, Scale up) {
        List<Label> labels = new ArrayList<>();
        for (Series one : series) {
            Series.Point last = one.points().get(one.points().size() - 1);
            labels.add(new Label(one, one.isLevel() ? RIGHT : across.at(last.x()), up.at(last.y())));
        }
        labels.sort(Comparator.comparingDouble(Label::endY));
        double lowest = BOTTOM - LABEL_GAP * (labels.size() - 1);
        double y = TOP;
        for (Label label : labels) {
            y = Math.max(y, Math.min(label.endY(), lowest));
            String kind = label.series().isPaper() ? "paper " : "ours ";
            svg.open("g", "class", kind + label.series().style());
            svg.shape("line", "class", "leader", "x1", label.endX() + 6, "y1", label.endY(), "x2", RIGHT + 12, "y2", y);
            svg.element("text", label.series().label(), "class", "label", "x", RIGHT + 16, "y", y + 4);
            svg.close("g");
            y += LABEL_GAP;
            lowest += LABEL_GAP;
        }
    }
}
