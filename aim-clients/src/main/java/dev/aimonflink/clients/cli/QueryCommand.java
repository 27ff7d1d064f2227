package dev.aimonflink.clients.cli;

import dev.aimonflink.clients.QueryClient;
import dev.aimonflink.clients.output.Output;
import dev.aimonflink.clients.query.CallGenerator;
import dev.aimonflink.clients.query.LatencyReport;
import dev.aimonflink.clients.query.ParameterRanges;
import dev.aimonflink.clients.query.QueryLoad;
import dev.aimonflink.core.model.InvalidInputException;
import dev.aimonflink.core.query.Catalogue;
import dev.aimonflink.core.query.Parameter;
import dev.aimonflink.core.query.QueryCall;
import dev.aimonflink.core.query.QueryResult;
import dev.aimonflink.core.schema.MatrixSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code aim query}. */
@Command(
        name = "query",
        description = {
            "Ask a query over all subscribers.",
            "",
            "Parameters that are not given have the defaults that --list shows. With --count they are drawn, and"
                    + " instead of answers a table of latencies is written."
        },
        footer = {
            "",
            "Examples:",
            "  aim query --list",
            "  aim query q4 --gamma 5 --delta 60",
            "  aim query q5 --subscription-type prepaid --output csv",
            "  aim query all",
            "  aim query all --count 7000 --clients 100",
            "  aim query subscriber --count 5000 --clients 1000 --subscribers 1000000"
        },
        mixinStandardHelpOptions = true)
final class QueryCommand implements Callable<Integer> {
    /** Stands for the seven of the benchmark, one after the other. */
    private static final String ALL = "all";

    private static final List<String> LATENCY_COLUMNS =
            List.of("query", "answered", "timeouts", "failed", "p50Ms", "p99Ms", "maxMs");

    private static final List<String> CATALOGUE_COLUMNS = List.of("query", "parameters", "summary");

    private final Environment environment;

    /** Columns play no role here. */
    private final Map<String, Catalogue.Entry> entries;

    private final Catalogue catalogue = new Catalogue(MatrixSchema.withAggregates(MatrixSchema.AGGREGATES_PER_COPY));

    @Spec
    private CommandSpec spec;

    @Mixin
    private AskOptions ask;

    @Mixin
    private OutputOptions outputOptions;

    @Mixin
    private ParameterOptions parameters;

    @Mixin
    private DimensionOptions dimensions;

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "QUERY",
            description = "An id that --list shows, or all for q1 to q7.")
    private String id;

    @Option(names = "--list", description = "Show all queries with their parameters and defaults.")
    private boolean list;

    @Option(names = "--count", paramLabel = "N", description = "Ask so many times, and show latencies.")
    private Long count;

    @Option(
            names = "--clients",
            paramLabel = "N",
            defaultValue = "1",
            description = "With --count: how many ask at a time. Default: ${DEFAULT-VALUE}")
    private int clients;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "42",
            description = "With --count: the same seed draws the same parameters. Default: ${DEFAULT-VALUE}")
    private long seed;

    @Option(
            names = "--profile",
            paramLabel = "NAME",
            defaultValue = "paper",
            description = "With --count: where numbers are drawn from. paper: alpha 0 to 2, beta 2 to 5, gamma 2 to 10,"
                    + " delta 20 to 150; tell: alpha, beta, gamma 2 to 10, delta 200000 to 1500000."
                    + " Default: ${DEFAULT-VALUE}")
    private ParameterRanges ranges;

    @Option(
            names = "--subscribers",
            paramLabel = "N",
            defaultValue = "100000",
            description = "With --count: the query subscriber asks for one of 0 to N-1. Default: ${DEFAULT-VALUE}")
    private long subscribers;

    QueryCommand(Environment environment) {
        this.environment = environment;
        this.entries = catalogue.entries().stream().collect(Collectors.toMap(Catalogue.Entry::id, entry -> entry));
    }

    @Override
    public Integer call() throws InterruptedException {
        Output output = outputOptions.output(environment);
        if (list) {
            output.print(
                    CATALOGUE_COLUMNS,
                    catalogue.entries().stream().map(QueryCommand::row).toList());
            return ExitCode.OK;
        }
        if (id == null) {
            throw new ParameterException(spec.commandLine(), "Give a query; --list shows all.");
        }
        List<String> ids = id.equals(ALL) ? Catalogue.BENCHMARK : List.of(id);
        return count == null ? askEach(ids, output) : askMany(ids, output);
    }

    private static List<Object> row(Catalogue.Entry entry) {
        String parameters = entry.parameters().stream().map(QueryCommand::shown).collect(Collectors.joining(", "));
        List<Object> row = new ArrayList<>();
        row.add(entry.id());
        row.add(parameters.isEmpty() ? null : parameters);
        row.add(entry.summary());
        return row;
    }

    private static String shown(Parameter parameter) {
        return parameter.name() + (parameter.defaultValue() == null ? " (required)" : "=" + parameter.defaultValue());
    }

    /** Only those of the given parameters that a query takes, where several queries are asked. */
    private Map<String, Object> givenFor(String query) {
        if (!id.equals(ALL)) {
            return parameters.given();
        }
        List<String> names =
                entries.get(query).parameters().stream().map(Parameter::name).toList();
        return parameters.given().entrySet().stream()
                .filter(given -> names.contains(given.getKey()))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    private int askEach(List<String> ids, Output output) throws InterruptedException {
        List<QueryCall> calls =
                ids.stream().map(query -> new QueryCall(query, givenFor(query))).toList();
        calls.forEach(catalogue::bind);
        Tally tally = new Tally();
        try (QueryClient client = ask.open(environment)) {
            for (QueryCall call : calls) {
                QueryResult result = ask.ask(client, call);
                Answers.print(environment, output, result);
                tally.add(AskOptions.explain(environment, result));
            }
        }
        return tally.exitCode();
    }

    private int askMany(List<String> ids, Output output) throws InterruptedException {
        if (count < 1) {
            throw new InvalidInputException("count=" + count + " leaves nothing to ask. Give 1 or more.");
        }
        Supplier<QueryCall> calls = drawing(ids);
        Map<String, LatencyReport> reports;
        try (QueryClient client = ask.open(environment);
                StopSignal stop = new StopSignal()) {
            QueryLoad load = new QueryLoad(client, clients, ask.timeout());
            try (Progress progress = new Progress(environment, "queries", count)) {
                reports = load.run(count, calls, stop::isRequested, progress::stepTo);
            }
            output.print(
                    LATENCY_COLUMNS,
                    reports.entrySet().stream().map(QueryCommand::row).toList());
            reports.forEach((query, report) -> report.errors()
                    .forEach((error, times) -> environment.err().println(query + ": " + times + " times " + error)));
        }
        Tally tally = new Tally();
        reports.values().forEach(tally::add);
        return tally.exitCode();
    }

    private Supplier<QueryCall> drawing(List<String> ids) {
        CallGenerator generator = new CallGenerator(seed, ranges, dimensions.dimensions(), subscribers);
        // A wrong id or parameter shows in any call: better before the first is asked.
        ids.forEach(query -> catalogue.bind(
                entries.containsKey(query)
                        ? generator.next(entries.get(query), givenFor(query))
                        : QueryCall.withDefaults(query)));
        return new Supplier<>() {
            private int next;

            @Override
            public QueryCall get() {
                String query = ids.get(next++ % ids.size());
                return generator.next(entries.get(query), givenFor(query));
            }
        };
    }

    private static List<Object> row(Map.Entry<String, LatencyReport> entry) {
        LatencyReport report = entry.getValue();
        List<Object> row = new ArrayList<>();
        row.add(entry.getKey());
        row.add(report.answered());
        row.add(report.timeouts());
        row.add(report.failed());
        row.add(report.percentileMs(50));
        row.add(report.percentileMs(99));
        row.add(report.maxMs());
        return row;
    }
}
