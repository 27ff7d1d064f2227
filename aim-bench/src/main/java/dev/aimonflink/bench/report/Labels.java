package dev.aimonflink.bench.report;

import dev.aimonflink.bench.experiment.Figure;
import dev.aimonflink.bench.experiment.Report;
import java.math.BigDecimal;
import java.math.MathContext;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Formats the names of figures and numbers, the same everywhere. */
final class Labels {
    /** Further digits are noise. */
    private static final MathContext SHOWN_DIGITS = new MathContext(4);

    private static final int MAX_DECIMALS = 9;

    /** The parameters that can be an axis; the first that a figure has is its axis. */
    private static final List<String> AXES = List.of("parallelism", "threads");

    private static final Map<String, List<String>> OTHER_AXES = Map.of(
            "clients", List.of("clients"),
            "freshness", List.of("rate"),
            "recovery", List.of("checkpoint-seconds"));

    private static final Set<String> WITHOUT_AXIS =
            Set.of("checkpoints", "coldstart", "jmh", "points", "peers", "response", "sql", "turns");

    private static final String RATE = "rate";

    private static final Set<String> SAYING_NOTHING = Set.of("all", "auto", "false", "none", "off", "true");

    private static final String AGGREGATES = "aggregates";
    private static final int USUAL_AGGREGATES = 546;

    private Labels() {}

    /** The name and the parameters, sorted by name. */
    static String of(Figure figure) {
        String parameters = of(figure.parameters());
        return parameters.isEmpty() ? figure.name() : figure.name() + " " + parameters;
    }

    static String of(Map<String, ?> parameters) {
        return new TreeMap<>(parameters)
                .entrySet().stream()
                        .map(entry -> entry.getKey() + "=" + entry.getValue())
                        .collect(Collectors.joining(" "));
    }

    /** The values of parameters, with names only where a value needs one. */
    static String values(Map<String, String> parameters) {
        return new TreeMap<>(parameters)
                .entrySet().stream()
                        .map(entry -> value(entry.getKey(), entry.getValue()))
                        .collect(Collectors.joining(", "));
    }

    /** The values of the parameters that vary. */
    static String values(Map<String, String> parameters, Set<String> varying) {
        Map<String, String> rest = new HashMap<>(parameters);
        rest.keySet().retainAll(varying);
        return values(rest);
    }

    private static String value(String name, String value) {
        if (name.equals(RATE) && isNumber(value)) {
            return value.equals("0") ? "no events" : number(Double.parseDouble(value)) + " events/s";
        }
        if (isNumber(value)) {
            return counted(Double.parseDouble(value), name);
        }
        return SAYING_NOTHING.contains(value) || value.matches("[0-9]+m?s") ? name + " " + value : value;
    }

    /** Such as {@code 1 thread}, {@code 10 clients} or {@code parallelism 2}. */
    static String counted(double count, String name) {
        if (!name.endsWith("s")) {
            return name + " " + number(count);
        }
        return number(count) + " " + (count == 1 ? name.substring(0, name.length() - 1) : name);
    }

    /** The names of the parameters in which figures differ. */
    static Set<String> varying(List<Figure> figures) {
        return varyingIn(figures.stream().map(Figure::parameters).toList());
    }

    static Set<String> varyingIn(List<Map<String, String>> all) {
        Map<String, Set<String>> values = new TreeMap<>();
        all.forEach(parameters -> parameters.forEach((name, value) ->
                values.computeIfAbsent(name, any -> new HashSet<>()).add(value)));
        values.values().removeIf(seen -> seen.size() == 1);
        return values.keySet();
    }

    /** The name without that of the experiment, which stands above it. */
    static String within(String experiment, String name) {
        return name.startsWith(experiment + ".") ? name.substring(experiment.length() + 1) : name;
    }

    /** The parameter that puts a figure on a line, if one does. */
    static Optional<String> axis(String experiment, Figure figure) {
        if (WITHOUT_AXIS.contains(experiment)) {
            return Optional.empty();
        }
        return OTHER_AXES.getOrDefault(experiment, AXES).stream()
                .filter(name -> isNumber(figure.parameters().getOrDefault(name, "")))
                .findFirst();
    }

    static String axisLabel(String axis) {
        return axis.equals(RATE) ? "events/s" : axis;
    }

    /** The place on the axis. */
    static double place(Figure figure, String axis) {
        return Double.parseDouble(figure.parameters().get(axis));
    }

    /** The number of aggregates of a figure: its own parameter, or that of the report. */
    static int aggregates(Report report, Figure figure) {
        Object ofAll = report.parameters().getOrDefault(AGGREGATES, USUAL_AGGREGATES);
        String aggregates = figure.parameters().getOrDefault(AGGREGATES, ofAll.toString());
        return isNumber(aggregates) ? (int) Double.parseDouble(aggregates) : USUAL_AGGREGATES;
    }

    private static boolean isNumber(String text) {
        return text.matches("[0-9]{1,9}");
    }

    /** Such as 288,000 or 1.25. */
    static String number(double value) {
        if (Double.isNaN(value) || Double.isInfinite(value)) {
            return "–";
        }
        BigDecimal rounded = Math.abs(value) < 1000
                ? new BigDecimal(value).round(SHOWN_DIGITS)
                : BigDecimal.valueOf(Math.rint(value));
        DecimalFormat format = new DecimalFormat("#,##0.#", DecimalFormatSymbols.getInstance(Locale.ROOT));
        format.setMaximumFractionDigits(MAX_DECIMALS);
        return format.format(rounded);
    }
}
