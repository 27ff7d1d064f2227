package dev.aimonflink.lab.demo;

import com.sun.management.HotSpotDiagnosticMXBean;
import dev.aimonflink.clients.output.AnswerOutput;
import dev.aimonflink.clients.query.Times;
import dev.aimonflink.lab.twin.AnswerComparison;
import dev.aimonflink.query.serve.request.QueryResult;
import dev.aimonflink.sql.text.Spelling;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Formatter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/** Prints a report: for people a table with a few sentences, for programs one object. */
final class Summary {
    private static final int MAX_SHOWN = 20;

    private static final int MAX_SHOWN_LENGTH = 100;

    /** The most cells shown: those of the longest answer to one of the seven queries. */
    private static final int MAX_CELLS = 6;

    private final DemoReport report;
    private final Jvm jvm;

    Summary(DemoReport report) {
        this(report, Jvm.here());
    }

    Summary(DemoReport report, Jvm jvm) {
        this.report = report;
        this.jvm = jvm;
    }

    /** What decides how fast this JVM runs, and after how long. */
    record Jvm(boolean optimizingCompiler, boolean vectorModule) {
        /** The level of the optimizing compiler, in HotSpot's terms. */
        private static final int OPTIMIZED = 4;

        static Jvm here() {
            String highest = ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
                    .getVMOption("TieredStopAtLevel")
                    .getValue();
            return new Jvm(
                    Integer.parseInt(highest) >= OPTIMIZED,
                    ModuleLayer.boot().findModule("jdk.incubator.vector").isPresent());
        }

        @Override
        public String toString() {
            return (optimizingCompiler ? "with" : "without") + " its optimizing compiler and "
                    + (vectorModule ? "with" : "without") + " the vector module";
        }
    }

    void print(AnswerOutput output, PrintStream out) {
        switch (output.format()) {
            case JSON, JSONL -> output.printDocument(document());
            case CSV -> printQueries(output);
            case TABLE -> {
                out.print(beginning());
                printQueries(output);
                out.print(end());
                printDifferences(output, out);
                out.flush();
            }
        }
    }

    private String beginning() {
        DemoOptions options = report.options();
        Formatter text = new Formatter(Locale.ROOT);
        text.format(
                "%n%,d events in %.1f s, %,.0f a second, into %,d x %d aggregates on %d %s.%n",
                report.published(),
                report.seconds(),
                report.callsPerSecond(),
                options.entities(),
                options.aggregates(),
                options.parallelism(),
                options.parallelism() == 1 ? "partition" : "partitions");
        text.format(
                "%,d queries meanwhile, one after another, %,.0f a second; %s answered.%n",
                report.asked(),
                report.queriesPerSecond(),
                report.asked() == report.answered() ? "all" : format("%,d", report.answered()));
        text.format(
                "An event is in the answers after %s ms, at the 99th percentile %s ms, at most %s ms: measured%nfrom"
                        + " publishing %,d markers to the answer that shows them%s.%n",
                millis(report.freshness().percentileMs(50)),
                millis(report.freshness().percentileMs(99)),
                millis(report.freshness().percentileMs(100)),
                report.freshness().count(),
                report.freshnessOfScans().count() == 0 ? "" : byKind());
        DemoRules.Fired alerts = report.alerts();
        if (alerts.newest() != null) {
            text.format(
                    "%,d alerts of %s meanwhile, the last one: %s%n",
                    alerts.alerts(), alerts.rules() == 1 ? "a rule" : alerts.rules() + " rules", alerts.newest());
        }
        return text.format("%n").toString();
    }

    /** For a model, single entities are asked for, and nothing is scanned for markers. */
    private String byKind() {
        return format(
                " (point query p99 %s ms, scan p99 %s ms)",
                millis(report.freshnessOfPointQueries().percentileMs(99)),
                millis(report.freshnessOfScans().percentileMs(99)));
    }

    private void printQueries(AnswerOutput output) {
        List<List<Object>> rows = new ArrayList<>();
        report.queries()
                .forEach((id, figures) -> rows.add(Arrays.asList(
                        id,
                        figures.asked(),
                        rounded(figures.times().percentileMs(50)),
                        rounded(figures.times().percentileMs(99)),
                        example(report.verification().answers().get(id)))));
        output.print(List.of("query", "asked", "p50 ms", "p99 ms", "answer at the end"), rows);
    }

    /** The first row without empty cells, shortened. */
    private static String example(QueryResult answer) {
        if (answer == null) {
            return "none";
        }
        if (answer.rows().isEmpty()) {
            return "no rows";
        }
        List<Object> example = answer.rows().stream()
                .filter(row -> row.stream().allMatch(Objects::nonNull))
                .findFirst()
                .orElse(answer.rows().get(0));
        String text = example.stream().limit(MAX_CELLS).map(Summary::cell).collect(Collectors.joining(", "));
        if (example.size() > MAX_CELLS) {
            text += " and " + (example.size() - MAX_CELLS) + " more";
        }
        int others = answer.rows().size() - 1;
        return others == 0 ? text : text + "  (" + others + " more)";
    }

    private static String cell(Object value) {
        if (value instanceof BigDecimal number && number.scale() > 4) {
            return number.setScale(4, RoundingMode.HALF_UP).toPlainString();
        }
        return String.valueOf(value);
    }

    private String end() {
        Formatter text = new Formatter(Locale.ROOT);
        AnswerComparison.Outcome verified = report.verification();
        if (report.wrong() > 0) {
            text.format("%nWRONG: %,d answers are not what they should be.%n", report.wrong());
        } else if (report.options().model().queries().entries().isEmpty()) {
            text.format(
                    "%nVerified: all columns of %d of the %ss recomputed from their events as published, all equal; every"
                            + " cell%nof %,d rows equals its record, as the query 'verify' found; every alert of theirs came once;"
                            + " no answer under load%nwent back in time.%n",
                    verified.asked() - 1, report.options().entity(), verified.rows());
        } else {
            text.format(
                    "%nVerified: %d answers recomputed from the %,d events as published, every digit equal; every cell"
                            + " of %,d rows%nequals its record; every alert came once; no answer under load went back in time.%n",
                    verified.asked(), report.published(), verified.rows());
        }
        report.complaints().stream().limit(MAX_SHOWN).forEach(line -> text.format("%s%n", line));
        if (report.applied() != report.published()) {
            text.format(
                    "%,d events do not count: too late for their week, or more than a total can hold.%n",
                    report.published() - report.applied());
        }
        text.format(
                "%nOn %d cores, heap %,d MiB, JDK %s, %s %s; broker, Flink, publisher and clients share them."
                        + "%nThe JVM ran %s."
                        + "%nLatencies are the client's. Rates are those of the whole time. Latencies leave out the first %.1f s, in"
                        + "%nwhich the JVM warms up; an event was in the answers after at most %s ms then.%n",
                Runtime.getRuntime().availableProcessors(),
                Runtime.getRuntime().maxMemory() >> 20,
                System.getProperty("java.version"),
                System.getProperty("os.name"),
                System.getProperty("os.version"),
                jvm,
                report.warmUpSeconds(),
                millis(report.freshnessOfWarmUp().percentileMs(100)));
        return text.toString();
    }

    private void printDifferences(AnswerOutput output, PrintStream out) {
        report.brokenInvariants().stream().limit(MAX_SHOWN).forEach(out::println);
        List<List<Object>> rows = report.verification().differences().stream()
                .limit(MAX_SHOWN)
                .map(difference -> List.<Object>of(
                        difference.call().query() + " " + difference.call().params(),
                        Spelling.shortened(difference.expected(), MAX_SHOWN_LENGTH),
                        Spelling.shortened(difference.actual(), MAX_SHOWN_LENGTH)))
                .toList();
        if (!rows.isEmpty()) {
            output.print(List.of("query", "recomputed", "answered"), rows);
        }
    }

    private static String format(String text, Object... values) {
        return String.format(Locale.ROOT, text, values);
    }

    /** For people: one decimal, a dash for nothing. */
    static String millis(Double millis) {
        return millis == null ? "-" : format(millis < 10 ? "%.1f" : "%,.0f", millis);
    }

    private static BigDecimal rounded(Double value) {
        return value == null ? null : BigDecimal.valueOf(value).setScale(3, RoundingMode.HALF_UP);
    }

    private record Events(long published, long applied, BigDecimal perSecond) {}

    private record Asked(long asked, BigDecimal p50Millis, BigDecimal p99Millis) {}

    private record Queries(long asked, long answered, int wrong, Map<String, Asked> byId) {}

    private record Freshness(BigDecimal p50, BigDecimal p99, BigDecimal max, BigDecimal warmUpMax) {}

    private record Different(String query, Map<String, Object> params, String recomputed, String answered) {}

    private record Verified(int answers, long rows, List<Different> differences) {}

    private Map<String, Object> document() {
        DemoOptions options = report.options();
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("ok", report.isOk());
        document.put("events", new Events(report.published(), report.applied(), rounded(report.callsPerSecond())));
        document.put("queries", new Queries(report.asked(), report.answered(), report.wrong(), byId()));
        document.put("alerts", report.alerts());
        document.put("freshnessMillis", freshness(report.freshness(), report.freshnessOfWarmUp()));
        document.put("parallelism", options.parallelism());
        document.put("entities", options.entities());
        document.put("aggregates", options.aggregates());
        document.put("model", options.model().model().name());
        document.put("jvm", jvm);
        document.put("warmUpSeconds", report.warmUpSeconds());
        document.put("verification", verified(report.verification()));
        document.put("complaints", complaints());
        return document;
    }

    private Map<String, Asked> byId() {
        Map<String, Asked> byId = new LinkedHashMap<>();
        report.queries().forEach((id, figures) -> {
            Times latency = figures.times();
            byId.put(
                    id,
                    new Asked(figures.asked(), rounded(latency.percentileMs(50)), rounded(latency.percentileMs(99))));
        });
        return byId;
    }

    private static Freshness freshness(Times all, Times warmUp) {
        return new Freshness(
                rounded(all.percentileMs(50)),
                rounded(all.percentileMs(99)),
                rounded(all.percentileMs(100)),
                rounded(warmUp.percentileMs(100)));
    }

    private static Verified verified(AnswerComparison.Outcome outcome) {
        List<Different> differences = outcome.differences().stream()
                .limit(MAX_SHOWN)
                .map(each -> new Different(each.call().query(), each.call().params(), each.expected(), each.actual()))
                .toList();
        return new Verified(outcome.asked(), outcome.rows(), differences);
    }

    private List<String> complaints() {
        List<String> all = new ArrayList<>(report.complaints());
        all.addAll(report.brokenInvariants());
        return all.subList(0, Math.min(MAX_SHOWN, all.size()));
    }
}
