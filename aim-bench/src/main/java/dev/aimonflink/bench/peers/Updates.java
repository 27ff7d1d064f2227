package dev.aimonflink.bench.peers;

import dev.aimonflink.bench.experiment.Answers;
import dev.aimonflink.bench.experiment.Check;
import dev.aimonflink.bench.experiment.Figure;
import dev.aimonflink.bench.experiment.Report;
import dev.aimonflink.clients.cli.environment.Environment;
import dev.aimonflink.clients.cli.environment.ProgressLine;
import dev.aimonflink.matrix.layout.MatrixSchema;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Measures updates with the calls of the JMH benchmark: one by one here, and in batches in a peer. */
final class Updates {
    /** As many as JMH's benchmark has. */
    private static final int MOST_SUBSCRIBERS = 1_000_000;

    private static final int MOST_QUICK_SUBSCRIBERS = 20_000;

    /** With fewer subscribers, a total of the whole stream could overflow. */
    private static final int FEWEST_SUBSCRIBERS = 1_000;

    private static final List<Integer> BATCHES = List.of(1_000, 10_000, 100_000);
    private static final List<Integer> QUICK_BATCHES = List.of(1_000, 10_000);
    private static final int BATCHES_PER_RUN = 5;
    private static final int MOST_CALLS_PER_RUN = 100_000;
    private static final int OUR_CALLS_PER_RUN = 500_000;
    private static final int OUR_QUICK_CALLS_PER_RUN = 100_000;

    private final MatrixSchema schema;
    private final int subscribers;
    private final int threads;
    private final boolean quick;

    /** @param rows as many subscribers, within limits */
    Updates(MatrixSchema schema, int rows, int threads, boolean quick) {
        this.schema = schema;
        this.threads = threads;
        this.quick = quick;
        int most = quick ? MOST_QUICK_SUBSCRIBERS : MOST_SUBSCRIBERS;
        subscribers = Math.max(FEWEST_SUBSCRIBERS, Math.min(most, rows));
    }

    /**
     * Returns a report of queries with that of updates added.
     *
     * @param peer starts it, with nothing in it yet
     */
    Report addTo(Report queries, CallCounter.Factory peer, Environment environment) {
        List<CallDuel.Entry> entries = new ArrayList<>();
        try (ProgressLine progress = new ProgressLine(environment, "updates", CallDuel.ROUNDS)) {
            entries.add(new CallDuel.Entry(
                    new EngineCounter(schema, subscribers), quick ? OUR_QUICK_CALLS_PER_RUN : OUR_CALLS_PER_RUN));
            for (int batch : quick ? QUICK_BATCHES : BATCHES) {
                for (CallCounter counter : peer.start(schema, subscribers, threads, batch)) {
                    entries.add(new CallDuel.Entry(counter, callsPerRun(batch)));
                }
            }
            CallDuel duel = new CallDuel(subscribers, environment.err());
            List<Duel.Result> results = duel.measure(entries, progress::stepTo);
            Map<String, Object> parameters = new LinkedHashMap<>(queries.parameters());
            parameters.put("updates", configuration(entries));
            List<Figure> figures = new ArrayList<>(queries.figures());
            results.forEach(result -> figures.add(result.figure()));
            List<Check> checks = new ArrayList<>(queries.checks());
            if (!quick) {
                checks.add(PeerChecks.ofUpdates(
                        entries.get(entries.size() - 1).counter().name(), results));
            }
            Answers answers = queries.answers().plus(duel.answers());
            return new Report(queries.experiment(), queries.environment(), parameters, figures, checks, answers);
        } finally {
            entries.forEach(entry -> entry.counter().close());
        }
    }

    private int callsPerRun(int batch) {
        return quick ? batch : Math.min(batch * BATCHES_PER_RUN, MOST_CALLS_PER_RUN);
    }

    private Map<String, Object> configuration(List<CallDuel.Entry> entries) {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("subscribers", subscribers);
        facts.put("aggregates", schema.columns().size());
        facts.put("calls", "uniform over subscribers, all of today");
        entries.forEach(
                entry -> facts.put(entry.counter().name(), entry.counter().method()));
        return facts;
    }
}
