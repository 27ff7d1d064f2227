package dev.aimonflink.bench.peers;

import dev.aimonflink.bench.experiment.Answers;
import dev.aimonflink.bench.experiment.Figure;
import dev.aimonflink.bench.experiment.Samples;
import dev.aimonflink.lab.twin.RowComparison;
import dev.aimonflink.query.serve.request.AskedQuery;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Asks us and a peer the same in turns, so that a slow phase of the machine slows both. Every answer is compared with our first. */
final class Duel {
    /** Until the JVM has compiled our loops. */
    private static final int WARM_UPS = 10;

    static final int RUNS = 15;

    private static final double NANOS_PER_MILLI = 1e6;

    /**
     * @param query or another thing that was measured
     * @param ours whether this is ours, not the peer's
     */
    record Result(String query, boolean ours, Figure figure) {}

    private record Entry(Contender contender, String way, Contender.Question question, double[] millis) {}

    private final Contender ours;
    private final Contender peer;
    private final PrintStream complaints;
    private int verified;
    private int wrong;

    Duel(Contender ours, Contender peer, PrintStream complaints) {
        this.ours = ours;
        this.peer = peer;
        this.complaints = complaints;
    }

    List<Result> measure(AskedQuery call) {
        List<Entry> entries = entries(call);
        List<List<Object>> expected = entries.get(0).question.ask();
        for (int run = -WARM_UPS; run < RUNS; run++) {
            for (Entry entry : entries) {
                long startNanos = System.nanoTime();
                List<List<Object>> answer = entry.question.ask();
                double millis = (System.nanoTime() - startNanos) / NANOS_PER_MILLI;
                compare(call, entry, answer, expected);
                if (run >= 0) {
                    entry.millis[run] = millis;
                }
            }
        }
        return entries.stream()
                .map(entry -> new Result(
                        call.query(),
                        entry.contender == ours,
                        Figure.lowIsGood(
                                entry.contender.name() + "." + call.query(),
                                Map.of("way", entry.way),
                                "ms",
                                new Samples(entry.millis))))
                .toList();
    }

    /** Compares one answer of each, without timing. */
    void compare(AskedQuery call) {
        List<Entry> entries = entries(call);
        List<List<Object>> expected = entries.get(0).question.ask();
        for (Entry entry : entries.subList(1, entries.size())) {
            compare(call, entry, entry.question.ask(), expected);
        }
    }

    /** Ours first. */
    private List<Entry> entries(AskedQuery call) {
        List<Entry> entries = new ArrayList<>();
        for (Contender contender : List.of(ours, peer)) {
            for (Map.Entry<String, Contender.Question> way :
                    contender.prepare(call).entrySet()) {
                entries.add(new Entry(contender, way.getKey(), way.getValue(), new double[RUNS]));
            }
        }
        return entries;
    }

    private void compare(AskedQuery call, Entry entry, List<List<Object>> answer, List<List<Object>> expected) {
        if (AdHocQueries.has(call.query()) ? RowComparison.areClose(expected, answer) : answer.equals(expected)) {
            verified++;
            return;
        }
        wrong++;
        complaints.println(call.query() + " " + call.params() + ": " + entry.contender.name() + ", " + entry.way
                + ", answers " + answer + " where our first answer is " + expected);
    }

    Answers answers() {
        return new Answers(verified, wrong);
    }
}
