package dev.aimonflink.bench.report;

import dev.aimonflink.bench.experiment.Figure;

/**
 * The parts of a bar's name. {@code scan.q1:roofline} is the bar {@code roofline} of the group {@code q1} in the chart {@code scan}, and
 * {@code q1.p50} one of the group {@code q1} in the chart {@code p50}. In {@code peers} the part before the dot names the measured system:
 * {@code duckdb.q1} is a bar {@code duckdb} in one chart of the seven queries.
 *
 * @param beside who or what was measured beside us, or empty
 */
record FigureName(String chart, String group, String beside, boolean isOurs) {
    private static final String QUERY = "q[1-7]";
    private static final String PEERS = "peers";
    private static final String US = "aim";

    static FigureName of(String experiment, Figure figure) {
        String[] sides = FigureLabels.within(experiment, figure.name()).split(":", 2);
        String[] parts = sides[0].split("[.]", 2);
        String first = parts[0];
        String second = parts.length == 1 ? first : parts[1];
        if (experiment.equals(PEERS)) {
            String chart = second.matches(QUERY) ? "queries" : "other queries";
            return new FigureName(chart, second, first, first.equals(US));
        }
        // The unit stands above the chart.
        String beside = sides.length == 1 ? "" : sides[1].replaceFirst("Ms$", "");
        return first.matches(QUERY)
                ? new FigureName(second, first, beside, beside.isEmpty())
                : new FigureName(first, second, beside, beside.isEmpty());
    }

    /** Whether a figure is a query's median response time, which the papers have, too. */
    static boolean isResponse(String experiment, Figure figure) {
        FigureName name = of(experiment, figure);
        return experiment.equals("response")
                && figure.unit().equals("ms")
                && name.chart().equals("p50")
                && name.group().matches(QUERY);
    }
}
