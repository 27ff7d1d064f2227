package dev.aimonflink.bench.report;

import dev.aimonflink.bench.experiment.Figure;
import dev.aimonflink.bench.experiment.Report;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Figures as groups of bars. {@code scan.q1:roofline} is a bar of the group {@code q1} in the chart {@code scan}. In
 * {@code peers}, where the part before the dot says who was measured, {@code duckdb.q1} is a bar {@code duckdb} of the group
 * {@code q1} in one chart of all. A parameter {@code query} is a group whatever the name.
 */
final class Bars {
    /** The unit stands above the chart. */
    private static final String MILLIS_ENDING = "Ms$";

    private static final String PEERS = "peers";
    private static final String RESPONSE = "response";
    private static final String US = "aim";
    private static final String QUERY = "query";
    private static final String LOAD = "load";

    private final Report report;
    private final Papers papers;

    private record Name(String before, String group, String after) {
        /** {@code BEFORE.GROUP:AFTER}, where each but the group may lack. */
        static Name of(Figure figure) {
            String name = figure.name();
            int colon = name.indexOf(':');
            String after = colon < 0 ? "" : name.substring(colon + 1);
            String rest = colon < 0 ? name : name.substring(0, colon);
            int dot = rest.indexOf('.');
            return dot < 0
                    ? new Name(rest, "", after)
                    : new Name(rest.substring(0, dot), rest.substring(dot + 1), after);
        }
    }

    Bars(Report report, Papers papers) {
        this.report = report;
        this.papers = papers;
    }

    static String chartOf(String experiment, Figure figure) {
        return experiment.equals(PEERS) ? "queries" : Name.of(figure).before();
    }

    List<BarChart.Group> groups(List<Figure> figures) {
        Set<String> varying = Labels.varying(figures);
        Map<String, List<BarChart.Bar>> groups = new LinkedHashMap<>();
        Map<String, String> styles = new LinkedHashMap<>();
        boolean isOneGroup = figures.stream().map(Bars::query).distinct().count() == 1;
        for (Figure figure : figures) {
            Name name = Name.of(figure);
            Map<String, String> rest = new HashMap<>(figure.parameters());
            rest.keySet().retainAll(varying);
            rest.remove(QUERY);
            String query = figure.parameters().get(QUERY);
            String parameters = Labels.values(rest);
            String group = query != null ? query : name.group().isEmpty() ? name.before() : name.group();
            String label = label(name, parameters, query != null);
            String style = styles.computeIfAbsent(label, any -> style(name, isOneGroup ? 0 : styles.size()));
            groups.computeIfAbsent(group, any -> new ArrayList<>())
                    .add(new BarChart.Bar(
                            label,
                            style,
                            false,
                            figure.median(),
                            Math.min(figure.best(), figure.worst()),
                            Math.max(figure.best(), figure.worst())));
        }
        groups.forEach((group, bars) -> bars.addAll(papersBars(group, figures)));
        return groups.entrySet().stream()
                .map(group -> new BarChart.Group(group.getKey(), group.getValue()))
                .toList();
    }

    /** The query that a figure is of, by its parameter or its name. */
    static String query(Figure figure) {
        return figure.parameters().getOrDefault(QUERY, Name.of(figure).group());
    }

    /** {@code read}, or {@code events} where events came in meanwhile. */
    static String load(Figure figure) {
        return figure.parameters().getOrDefault(LOAD, Name.of(figure).before());
    }

    private String label(Name name, String parameters, boolean isGroupedByQuery) {
        String who = report.experiment().equals(PEERS) ? name.before() : isGroupedByQuery ? name.group() : "";
        return Stream.of(who, name.after().replaceFirst(MILLIS_ENDING, ""), parameters)
                .filter(part -> !part.isEmpty())
                .reduce((left, right) -> left + ", " + right)
                .orElse(report.experiment().equals(RESPONSE) ? Series.US : "");
    }

    /** A peer, and what was measured beside, is there to be compared with. */
    private String style(Name name, int index) {
        boolean isPeer = report.experiment().equals(PEERS)
                ? !name.before().equals(US)
                : !name.after().isEmpty();
        return isPeer ? "peer" : Series.ourStyle(index);
    }

    /** Under the loads that the figures have. */
    private List<BarChart.Bar> papersBars(String group, List<Figure> figures) {
        if (!report.experiment().equals(RESPONSE)) {
            return List.of();
        }
        Set<String> loads = figures.stream().map(Bars::load).collect(Collectors.toCollection(TreeSet::new));
        List<BarChart.Bar> bars = new ArrayList<>();
        for (String load : loads) {
            String suffix = loads.size() > 1 ? ", " + load : "";
            papers.responseMs(load, group)
                    .forEach((system, ms) ->
                            bars.add(new BarChart.Bar(system + suffix, Series.paperStyle(system), true, ms, ms, ms)));
        }
        return bars;
    }
}
