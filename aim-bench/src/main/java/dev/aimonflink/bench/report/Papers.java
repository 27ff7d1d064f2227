package dev.aimonflink.bench.report;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.aimonflink.bench.experiment.Figure;
import dev.aimonflink.bench.experiment.Report;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;

/** The numbers of the papers, from {@code papers.json}. */
public record Papers(
        String source,
        String machine,
        int subscribers,
        List<String> systems,
        List<Curve> curves,
        List<Responses> responses,
        List<Aside> asides) {

    private static final String READ = "read";
    private static final String QUERY = "q[1-7]";
    private static final String FLINK = "Flink";
    private static final String THREADS = "threads";

    /** For several clients, the papers only state the highest rate over all threads. */
    private static final String CLIENTS = "clients";

    private static final int THREADS_OF_CLIENTS = 10;

    /**
     * @param axis what changes along it, such as threads
     * @param points on the axis with their values
     * @param anywhere one value, or the lowest and the highest, where the paper does not say at which point
     * @param source of the load; empty for the first paper, with whose curves charts compare
     */
    record Curve(
            String experiment,
            String load,
            int aggregates,
            String unit,
            String axis,
            String system,
            List<List<Double>> points,
            List<Double> anywhere,
            String source) {
        Curve {
            source = source == null ? "" : source;
            points = points == null ? List.of() : points;
            anywhere = anywhere == null ? List.of() : anywhere;
        }

        /** Without events the number of aggregates does not matter, because a query reads a few columns. */
        boolean isMeasuredIn(String otherExperiment, int otherAggregates, String otherUnit) {
            return experiment.equals(otherExperiment)
                    && unit.equals(otherUnit)
                    && (aggregates == otherAggregates || experiment.equals(READ) || experiment.equals(CLIENTS));
        }
    }

    /** What response times were measured beside. */
    enum Load {
        @JsonProperty("read")
        READ("no events"),
        @JsonProperty("events")
        EVENTS("with events");

        private final String words;

        Load(String words) {
            this.words = words;
        }

        String words() {
            return words;
        }

        static Load of(Figure figure) {
            return figure.parameters().getOrDefault("rate", "0").equals("0") ? READ : EVENTS;
        }
    }

    /**
     * Response times with 4 threads.
     *
     * @param ms of q1 to q7; empty where the paper has only the mean
     */
    record Responses(Load load, String system, List<Double> ms, Double mean) {
        Responses {
            ms = ms == null ? List.of() : ms;
            mean = mean != null
                    ? mean
                    : ms.stream().mapToDouble(each -> each).average().orElseThrow();
        }
    }

    /** A table that belongs to experiments. */
    record Aside(List<String> experiments, String title, List<String> columns, List<List<String>> rows) {}

    public static Papers read() {
        try (InputStream in = Papers.class.getResourceAsStream("papers.json")) {
            return Report.JSON.readValue(in, Papers.class);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The highest rate of one thread of the papers' Flink, if measured. */
    public OptionalDouble flinkPerThread(String experiment, int aggregates, String unit) {
        List<Curve> ofFlink = curves(experiment, aggregates, unit).stream()
                .filter(curve -> curve.system().equals(FLINK))
                .toList();
        if (experiment.equals(CLIENTS)) {
            return ofFlink.stream()
                    .flatMap(curve -> curve.anywhere().stream())
                    .mapToDouble(all -> all / THREADS_OF_CLIENTS)
                    .max();
        }
        return ofFlink.stream()
                .filter(curve -> curve.axis().equals(THREADS))
                .flatMap(curve -> curve.points().stream())
                .mapToDouble(point -> point.get(1) / point.get(0))
                .max();
    }

    /** Our rows over the papers'; empty if a report has no number of rows. */
    OptionalDouble share(Report report) {
        return report.parameters().get("subscribers") instanceof Number ours
                ? OptionalDouble.of(ours.doubleValue() / subscribers)
                : OptionalDouble.empty();
    }

    List<Curve> curves(String experiment, int aggregates, String unit) {
        return curves.stream()
                .filter(curve -> curve.source().isEmpty() && curve.isMeasuredIn(experiment, aggregates, unit))
                .toList();
    }

    boolean haveCurves(String experiment, String unit) {
        return curves.stream().anyMatch(curve -> curve.isMeasuredIn(experiment, curve.aggregates(), unit));
    }

    static boolean isOfTheirQueries(Figure figure) {
        return figure.parameters().getOrDefault("profile", "seven").equals("seven");
    }

    Map<String, Double> responseMs(Load load, String query) {
        Map<String, Double> bySystem = new TreeMap<>();
        if (query.matches(QUERY)) {
            responses.stream()
                    .filter(one -> one.load() == load && !one.ms().isEmpty())
                    .forEach(one -> bySystem.put(one.system(), one.ms().get(query.charAt(1) - '1')));
        }
        return bySystem;
    }
}
