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
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Formats names of figures and numbers uniformly. */
final class FigureLabels {
    /** Further digits are noise. */
    private static final MathContext SHOWN_DIGITS = new MathContext(4);

    private static final MathContext PERCENTILE_DIGITS = new MathContext(8);
    private static final int MAX_DECIMALS = 9;

    private static final String RATE = "rate";

    private static final Set<String> SAYING_NOTHING = Set.of("all", "auto", "false", "none", "off", "true");

    private static final String AGGREGATES = "aggregates";
    private static final int USUAL_AGGREGATES = 546;

    private FigureLabels() {}

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

    static String values(Map<String, String> parameters) {
        return new TreeMap<>(parameters)
                .entrySet().stream()
                        .map(entry -> value(entry.getKey(), entry.getValue()))
                        .collect(Collectors.joining(", "));
    }

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

    /** The parameters in which figures differ. */
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

    /** The name without the experiment's, which stands above it. */
    static String within(String experiment, String name) {
        return name.startsWith(experiment + ".") ? name.substring(experiment.length() + 1) : name;
    }

    /** What stands below an axis. */
    static String axis(String parameter) {
        return parameter.equals(RATE) ? "events/s" : parameter;
    }

    /** The number of aggregates of a figure: its own parameter, or the report's. */
    static int aggregates(Report report, Figure figure) {
        Object ofAll = report.parameters().getOrDefault(AGGREGATES, USUAL_AGGREGATES);
        String aggregates = figure.parameters().getOrDefault(AGGREGATES, ofAll.toString());
        return isNumber(aggregates) ? (int) Double.parseDouble(aggregates) : USUAL_AGGREGATES;
    }

    static boolean isNumber(String text) {
        return text.matches("[0-9]{1,9}");
    }

    /** Such as 99.9%, with as many digits as a percentile needs. */
    static String percent(double value) {
        return BigDecimal.valueOf(value)
                        .round(PERCENTILE_DIGITS)
                        .stripTrailingZeros()
                        .toPlainString()
                + "%";
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
