package dev.aimonflink.bench.report;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/**
 * A chart of lines along an axis, with labels beside their ends, or of groups of horizontal bars. Ours have the spread of each point, the
 * papers' are light. The margins are as wide as the labels.
 *
 * @param name by which one chart of an experiment is selected
 * @param axis what changes along the lines; empty for bars
 */
record Chart(String name, String title, String unit, Optional<Axis> axis, List<Mark> marks) {
    private static final double WIDTH = 720;
    private static final double LEAST_HEIGHT = 340;
    private static final double TOP = 28;
    private static final double BELOW = 46;
    private static final double LABEL_PITCH = 17;
    private static final double LABEL_GAP = 16;
    private static final double BAR = 13;
    private static final double GROUP_GAP = 14;

    /** An estimated letter width, because text cannot be measured here; labels are half bold. */
    private static final double LETTER = 7.8;

    private static final double MAX_MARGIN = 320;
    private static final String FONTS = "system-ui, -apple-system, 'Segoe UI', 'Noto Sans', 'DejaVu Sans', sans-serif";

    private static final double MAX_SPREAD_SHOWN = 1.3;

    /** @param label of the parameter that changes along it */
    record Axis(String label, Kind kind) {
        enum Kind {
            COUNTS,
            LOGARITHMIC,
            /** For percentiles: each step to the right leaves a tenth of the values beyond. */
            TAIL
        }

        static final Axis PERCENTILES = new Axis("percentile", Kind.TAIL);

        /** The place of a percentile on {@link #PERCENTILES}: one in a number of values lies beyond it. */
        static double tail(double percent) {
            return 100 / (100 - percent);
        }

        private String tick(double place) {
            return kind == Kind.TAIL ? FigureLabels.percent(100 - 100 / place) : FigureLabels.number(place);
        }
    }

    /** The picture; its colours are the style sheet's. */
    String svg() {
        return axis.map(this::lines).orElseGet(this::bars);
    }

    /** The picture as a separate file. */
    String svgFile() {
        String size = "<svg xmlns=\"http://www.w3.org/2000/svg\" font-family=\"" + FONTS + "\"";
        int end = svg().indexOf('>') + 1;
        return size + svg().substring("<svg".length(), end) + "\n<style>\n" + Markup.resource("chart.css")
                + "</style>\n" + svg().substring(end);
    }

    String markdown() {
        StringBuilder table = new StringBuilder();
        row(table, "", axis.map(Axis::label).orElse(""), unit, "lowest", "highest");
        row(table, "---", "---", "---", "---", "---");
        for (Mark mark : marks) {
            for (Mark.Point point : mark.points()) {
                boolean isSpread = point.low() < point.high();
                row(
                        table,
                        mark.isPaper() ? "the papers' " + mark.name() : mark.name(),
                        axis.isEmpty() ? mark.group() : Double.isNaN(point.x()) ? "" : FigureLabels.number(point.x()),
                        FigureLabels.number(point.value()),
                        isSpread ? FigureLabels.number(point.low()) : "",
                        isSpread ? FigureLabels.number(point.high()) : "");
            }
        }
        return table.toString();
    }

    private static void row(StringBuilder table, String... cells) {
        table.append("| ").append(String.join(" | ", cells)).append(" |\n");
    }

    private Stream<Mark.Point> points() {
        return marks.stream().flatMap(mark -> mark.points().stream());
    }

    private static double margin(Stream<String> labels) {
        int letters = labels.mapToInt(String::length).max().orElse(0);
        return Math.min(MAX_MARGIN, letters * LETTER + LABEL_GAP);
    }

    private static double drawUnit(Markup svg, String unit, double left) {
        svg.element("text", unit, "class", "axis", "x", left, "y", TOP - 12);
        return TOP;
    }

    // ---- lines

    private String lines(Axis along) {
        double height = Math.max(LEAST_HEIGHT, TOP + marks.size() * LABEL_PITCH + BELOW);
        double bottom = height - BELOW;
        Scale up = Scale.of(points().mapToDouble(Mark.Point::value).min().orElse(0), top(), bottom, TOP);
        double left = margin(up.ticks().stream().map(FigureLabels::number));
        double right = WIDTH - margin(marks.stream().map(Mark::ending)) - LABEL_GAP;
        Scale across = across(along, left, right);
        Markup svg = Markup.svg(WIDTH, height, title);
        for (double tick : up.ticks()) {
            double y = up.at(tick);
            svg.shape("line", "class", "grid", "x1", left, "x2", right, "y1", y, "y2", y);
            svg.element("text", FigureLabels.number(tick), "class", "tick end", "x", left - 8, "y", y + 4);
        }
        for (double tick : across.ticks()) {
            svg.element("text", along.tick(tick), "class", "tick middle", "x", across.at(tick), "y", bottom + 18);
        }
        drawUnit(svg, unit, left);
        svg.element("text", along.label(), "class", "axis end", "x", right, "y", bottom + 36);
        marks.stream()
                .sorted(Comparator.comparing(mark -> !mark.isPaper()))
                .forEach(mark -> drawLine(svg, mark, along, across, up));
        drawLabels(svg, across, up);
        return svg.close("svg").toString();
    }

    /** Leaves room for the spread, up to a limit, so that an outlier does not flatten the rest. */
    private double top() {
        double value = points().mapToDouble(Mark.Point::value).max().orElse(1);
        double high = points().mapToDouble(Mark.Point::high).max().orElse(1);
        return Math.min(high, MAX_SPREAD_SHOWN * value);
    }

    private Scale across(Axis along, double left, double right) {
        double[] places = points().mapToDouble(Mark.Point::x)
                .filter(place -> !Double.isNaN(place))
                .toArray();
        double greatest = DoubleStream.of(places).max().orElse(1);
        return along.kind() == Axis.Kind.COUNTS
                ? Scale.counting(greatest, left, right)
                : Scale.logarithmic(DoubleStream.of(places).min().orElse(1), greatest, left, right);
    }

    private static void drawLine(Markup svg, Mark mark, Axis along, Scale across, Scale up) {
        svg.open("g", "class", mark.style());
        if (mark.isLevel()) {
            double y = up.at(mark.last().value());
            svg.shape("line", "class", "level", "x1", across.from(), "x2", across.to(), "y1", y, "y2", y);
        } else {
            String path = mark.points().stream()
                    .map(point -> Markup.rounded(across.at(point.x())) + " " + Markup.rounded(up.at(point.value())))
                    .collect(Collectors.joining("L"));
            svg.shape("path", "d", "M" + path);
            if (along.kind() != Axis.Kind.TAIL) {
                mark.points().forEach(point -> drawPoint(svg, point, across, up, mark.isPaper() ? 2.5 : 4.0));
            }
        }
        svg.close("g");
    }

    private static void drawPoint(Markup svg, Mark.Point point, Scale across, Scale up, double radius) {
        double x = across.at(point.x());
        if (point.low() < point.high()) {
            double low = up.at(point.low());
            svg.shape("line", "class", "spread", "x1", x, "x2", x, "y1", low, "y2", up.at(point.high()));
        }
        svg.shape("circle", "cx", x, "cy", up.at(point.value()), "r", radius);
    }

    /** From the top down, each as near to its line's end as the labels above allow. */
    private void drawLabels(Markup svg, Scale across, Scale up) {
        double right = across.to();
        double lowest = up.from() - LABEL_PITCH * (marks.size() - 1);
        double y = TOP;
        for (Mark mark : marks.stream()
                .sorted(Comparator.comparingDouble(mark -> up.at(mark.last().value())))
                .toList()) {
            double endX = mark.isLevel() ? right : across.at(mark.last().x());
            double endY = up.at(mark.last().value());
            y = Math.max(y, Math.min(endY, lowest));
            svg.open("g", "class", mark.style());
            svg.shape("line", "class", "leader", "x1", endX + 6, "y1", endY, "x2", right + 12, "y2", y);
            svg.element("text", mark.ending(), "class", "label", "x", right + LABEL_GAP, "y", y + 4);
            svg.close("g");
            y += LABEL_PITCH;
            lowest += LABEL_PITCH;
        }
    }

    // ---- bars

    private String bars() {
        Map<String, List<Mark>> groups =
                marks.stream().collect(Collectors.groupingBy(Mark::group, LinkedHashMap::new, Collectors.toList()));
        double left = margin(groups.keySet().stream());
        double right = WIDTH
                - margin(
                        marks.stream().map(bar -> FigureLabels.number(bar.last().value()) + " " + bar.name()));
        double greatest = points().mapToDouble(Mark.Point::value).max().orElse(1);
        // There is no axis, so the longest bar takes all the room.
        double perUnit = greatest > 0 ? (right - left) / greatest : 0;
        double bottom = TOP + marks.size() * LABEL_PITCH + (groups.size() - 1) * GROUP_GAP;
        Markup svg = Markup.svg(WIDTH, bottom + GROUP_GAP, title);
        double y = drawUnit(svg, unit, left);
        for (Map.Entry<String, List<Mark>> group : groups.entrySet()) {
            double middle = y + (group.getValue().size() * LABEL_PITCH - (LABEL_PITCH - BAR)) / 2;
            svg.element("text", group.getKey(), "class", "label end", "x", left - 8, "y", middle + 4);
            for (Mark bar : group.getValue()) {
                drawBar(svg, bar, y, perUnit, left, right);
                y += LABEL_PITCH;
            }
            y += GROUP_GAP;
        }
        svg.shape("line", "class", "base", "x1", left, "x2", left, "y1", TOP - 4, "y2", bottom + 2);
        return svg.close("svg").toString();
    }

    private static void drawBar(Markup svg, Mark bar, double y, double perUnit, double left, double right) {
        Mark.Point point = bar.last();
        svg.open("g", "class", bar.style());
        double end = left + point.value() * perUnit;
        svg.shape("rect", "x", left, "y", y, "width", end - left, "height", BAR);
        if (point.low() < point.high()) {
            // An outlier may lie far beyond; its line ends at the edge of the chart.
            double to = Math.min(right, left + point.high() * perUnit);
            double middle = y + BAR / 2;
            double from = left + point.low() * perUnit;
            svg.shape("line", "class", "spread", "x1", from, "x2", to, "y1", middle, "y2", middle);
            end = Math.max(end, to);
        }
        svg.open("text", "class", "label", "x", end + 6, "y", y + BAR - 2);
        svg.element("tspan", FigureLabels.number(point.value()), "class", "value");
        svg.plain(Markup.escaped(bar.name().isEmpty() ? "" : " " + bar.name())).close("text");
        svg.close("g");
    }
}
