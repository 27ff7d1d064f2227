package dev.aimonflink.clients.cli.ask;

import dev.aimonflink.clients.QueryClient;
import dev.aimonflink.clients.cli.environment.Environment;
import dev.aimonflink.clients.cli.environment.ProgressLine;
import dev.aimonflink.clients.cli.environment.StopSignal;
import dev.aimonflink.clients.output.AnswerOutput;
import dev.aimonflink.clients.query.CallGenerator;
import dev.aimonflink.clients.query.LatencyReport;
import dev.aimonflink.clients.query.ParameterRanges;
import dev.aimonflink.clients.query.QueryLoad;
import dev.aimonflink.matrix.model.InvalidInputException;
import dev.aimonflink.matrix.model.Model;
import dev.aimonflink.matrix.names.EntityTables;
import dev.aimonflink.query.serve.request.AskedQuery;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import picocli.CommandLine.Option;

/** How many queries are asked, and with which parameters; a mixin. */
final class LoadOptions {
    private static final List<String> COLUMNS =
            List.of("query", "answered", "timeouts", "failed", "p50Ms", "p99Ms", "maxMs");

    @Option(names = "--count", paramLabel = "N", description = "Ask N times, and show latencies.")
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
            names = "--entities",
            paramLabel = "N",
            defaultValue = "100000",
            description =
                    "With --count: the query for one entity asks for one of 0 to N-1." + " Default: ${DEFAULT-VALUE}")
    private long entities;

    /** Whether many are to be asked, not each once. */
    boolean isWanted() {
        return count != null;
    }

    /** @param tables of the model, read when a name is drawn from one */
    CallGenerator newGenerator(Model model, Supplier<EntityTables> tables) {
        if (count < 1) {
            throw new InvalidInputException("count=" + count + " leaves nothing to ask. Give 1 or more.");
        }
        return new CallGenerator(model, seed, ranges, tables, entities);
    }

    /** Asks, writes the latencies, and returns the exit code. */
    int run(
            Environment environment,
            AnswerOutput output,
            QueryClient client,
            Duration timeout,
            Supplier<AskedQuery> calls)
            throws InterruptedException {
        Tally tally = new Tally();
        try (StopSignal stop = new StopSignal()) {
            QueryLoad load = new QueryLoad(client::ask, clients, timeout);
            Map<String, LatencyReport> reports;
            try (ProgressLine progress = new ProgressLine(environment, "queries", count)) {
                reports = load.run(count, calls, stop::isRequested, progress::stepTo);
            }
            output.print(
                    COLUMNS, reports.entrySet().stream().map(LoadOptions::row).toList());
            reports.forEach((query, report) -> report.errors()
                    .forEach((error, times) -> environment.err().println(query + ": " + times + " times " + error)));
            reports.values().forEach(tally::add);
        }
        return tally.exitCode();
    }

    private static List<Object> row(Map.Entry<String, LatencyReport> entry) {
        LatencyReport report = entry.getValue();
        List<Object> row = new ArrayList<>();
        row.add(entry.getKey());
        row.add(report.answered());
        row.add(report.timeouts());
        row.add(report.failed());
        row.add(report.times().percentileMs(50));
        row.add(report.times().percentileMs(99));
        row.add(report.times().percentileMs(100));
        return row;
    }
}
