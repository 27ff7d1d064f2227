package dev.aimonflink.bench.report;

import dev.aimonflink.bench.experiment.Figure;
import dev.aimonflink.bench.experiment.Report;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Makes groups of bars of figures. {@code scan.q1:roofline} is a bar of the group {@code q1} in the chart {@code scan}. In
 * {@code peers}, where the part before the dot says who was measured, {@code duckdb.q1} is a bar {@code duckdb} of the group
 * {@code q1} in one chart of all; {@code duckdb.update} has a chart of its own. A parameter {@code query} is a group whatever the name.
 */
record Bars(Report report, Papers papers) {
    /** The unit stands above the chart. */
    private static final String MILLIS_ENDING = "Ms$";

    private static final String PEERS = "peers";
    private static final String RESPONSE = "response";
    private static final String US = "aim";
    private static final String QUERY = "query";
    private static final String RATE = "rate";
    private static final String MEDIAN = "p50";

    private record Name(String before, String group, String after) {
        /** Parses {@code BEFORE.GROUP:AFTER}, or {@code GROUP.BEFORE} of a query; only one part is required. */
        static Name of(String experiment, Figure figure) {
            String name = Labels.within(experiment, figure.name());
            int colon = name.indexOf(':');
            String after = colon < 0 ? "" : name.substring(colon + 1);
            String rest = colon < 0 ? name : name.substring(0, colon);
            int dot = rest.indexOf('.');
            if (rest.matches("q[1-7][.].*")) {
                return new Name(rest.substring(dot + 1), rest.substring(0, dot), after);
            }
            return dot < 0
                    ? new Name(rest, "", after)
                    : new Name(rest.substring(0, dot), rest.substring(dot + 1), after);
        }
    }

    static String chartOf(String experiment, Figure figure) {
        Name name = Name.of(experiment, figure);
        if (!experiment.equals(PEERS)) {
            return name.before();
        }
        return name.group().matches("q[1-7]") ? "queries" : name.group();
    }

    List<BarChart.Group> groups(List<Figure> figures) {
        Set<String> varying = Labels.varying(figures);
        varying.remove(QUERY);
        Map<String, List<BarChart.Bar>> groups = new LinkedHashMap<>();
        Map<String, String> styles = new LinkedHashMap<>();
        boolean isOneGroup = figures.stream()
                        .map(each -> query(report.experiment(), each))
                        .distinct()
                        .count()
                == 1;
        for (Figure figure : figures) {
            Name name = Name.of(report.experiment(), figure);
            String query = figure.parameters().get(QUERY);
            String parameters = Labels.values(figure.parameters(), varying);
            String group = query != null ? query : name.group().isEmpty() ? name.before() : name.group();
            String label = label(name, parameters, query != null);
            String style = styles.computeIfAbsent(label, any -> style(name, isOneGroup ? 0 : styles.size()));
            groups.computeIfAbsent(group, any -> new ArrayList<>())
                    .add(new BarChart.Bar(label, style, false, figure.value(), figure.low(), figure.high()));
        }
        groups.forEach((group, bars) -> bars.addAll(papersBars(group, figures)));
        return groups.entrySet().stream()
                .map(group -> new BarChart.Group(group.getKey(), group.getValue()))
                .toList();
    }

    /** The query of a figure, by its parameter or its name. */
    static String query(String experiment, Figure figure) {
        return figure.parameters()
                .getOrDefault(QUERY, Name.of(experiment, figure).group());
    }

    /** {@code read}, or {@code events} where events came in meanwhile. */
    static String load(Figure figure) {
        return figure.parameters().getOrDefault(RATE, "0").equals("0") ? "read" : "events";
    }

    private String label(Name name, String parameters, boolean isGroupedByQuery) {
        String who = report.experiment().equals(PEERS) ? name.before() : isGroupedByQuery ? name.group() : "";
        return Stream.of(who, name.after().replaceFirst(MILLIS_ENDING, ""), parameters)
                .filter(part -> !part.isEmpty())
                .reduce((left, right) -> left + ", " + right)
                .orElse(report.experiment().equals(RESPONSE) ? Series.US : "");
    }

    /** Peers and secondary results have a style of their own. */
    private String style(Name name, int index) {
        boolean isPeer = report.experiment().equals(PEERS)
                ? !name.before().equals(US)
                : !name.after().isEmpty();
        return isPeer ? "peer" : Series.ourStyle(index);
    }

    /** The papers' bars for the loads that the figures have; reading alone comes first. */
    private List<BarChart.Bar> papersBars(String group, List<Figure> figures) {
        boolean isMedian =
                figures.stream().allMatch(figure -> chartOf(RESPONSE, figure).equals(MEDIAN));
        if (!report.experiment().equals(RESPONSE) || !isMedian) {
            return List.of();
        }
        List<String> loads = figures.stream()
                .map(Bars::load)
                .distinct()
                .sorted(Comparator.reverseOrder())
                .toList();
        List<BarChart.Bar> bars = new ArrayList<>();
        for (String load : loads) {
            String suffix = load.equals("read") ? ", no events" : ", with events";
            papers.responseMs(load, group)
                    .forEach((system, ms) ->
                            bars.add(new BarChart.Bar(system + suffix, Series.paperStyle(system), true, ms, ms, ms)));
        }
        return bars;
    }
}
