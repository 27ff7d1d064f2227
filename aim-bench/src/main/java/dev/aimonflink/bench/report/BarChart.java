package dev.aimonflink.bench.report;

import java.util.List;
import java.util.stream.Stream;

/** Groups of horizontal bars, so that each has room for its label. */
record BarChart(String title, String unit, List<Group> groups) {
    private static final double WIDTH = 720;
    private static final double BAR = 13;
    private static final double PITCH = 17;
    private static final double GROUP_GAP = 14;
    private static final double TOP = 26;

    /** An estimate of a letter's width, because text cannot be measured here. */
    private static final double LETTER = 7.2;

    private static final double MAX_MARGIN = 320;
    private static final double MIN_MARGIN = 44;

    record Group(String label, List<Bar> bars) {}

    /**
     * @param style of the style sheet
     * @param low of the spread, and {@code high}
     */
    record Bar(String label, String style, boolean isPaper, double value, double low, double high) {}

    String svg() {
        double left = margin(
                groups.stream().mapToInt(group -> group.label().length()).max().orElse(0));
        double right = WIDTH
                - margin(bars().mapToInt(bar -> bar.label().length()
                                + Labels.number(bar.value()).length()
                                + 1)
                        .max()
                        .orElse(0));
        double greatest = bars().mapToDouble(Bar::value).max().orElse(1);
        // There is no axis, so the longest bar takes all the room.
        double perUnit = greatest > 0 ? (right - left) / greatest : 0;
        Markup svg = Markup.svg(WIDTH, height(), title);
        svg.element("text", unit, "class", "axis", "x", left, "y", TOP - 12);
        double y = TOP;
        for (Group group : groups) {
            double middle = y + (group.bars().size() * PITCH - (PITCH - BAR)) / 2;
            svg.element("text", group.label(), "class", "label end", "x", left - 8, "y", middle + 4);
            for (Bar bar : group.bars()) {
                draw(svg, bar, left, y, perUnit, right);
                y += PITCH;
            }
            y += GROUP_GAP;
        }
        svg.shape("line", "class", "base", "x1", left, "x2", left, "y1", TOP - 4, "y2", y - GROUP_GAP + 2);
        return svg.close("svg").toString();
    }

    private Stream<Bar> bars() {
        return groups.stream().flatMap(group -> group.bars().stream());
    }

    private double height() {
        return TOP
                + groups.stream()
                        .mapToDouble(group -> group.bars().size() * PITCH + GROUP_GAP)
                        .sum();
    }

    private static double margin(int letters) {
        return Math.max(MIN_MARGIN, Math.min(MAX_MARGIN, letters * LETTER + 18));
    }

    private static void draw(Markup svg, Bar bar, double left, double y, double perUnit, double right) {
        svg.open("g", "class", (bar.isPaper() ? "paper " : "ours ") + bar.style());
        double length = bar.value() * perUnit;
        svg.shape("rect", "x", left, "y", y, "width", length, "height", BAR);
        if (bar.low() < bar.high()) {
            // An outlier may lie far beyond; its line ends at the edge of the chart.
            double to = Math.min(right, left + bar.high() * perUnit);
            double middle = y + BAR / 2;
            svg.shape(
                    "line", "class", "spread", "x1", left + bar.low() * perUnit, "x2", to, "y1", middle, "y2", middle);
            length = Math.max(length, to - left);
        }
        svg.open("text", "class", "label", "x", left + length + 6, "y", y + BAR - 2);
        svg.element("tspan", Labels.number(bar.value()), "class", "value");
        svg.plain(Markup.escaped(bar.label().isEmpty() ? "" : " " + bar.label()))
                .close("text");
        svg.close("g");
    }
}
