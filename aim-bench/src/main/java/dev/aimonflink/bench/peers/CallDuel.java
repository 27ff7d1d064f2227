package dev.aimonflink.bench.peers;

import dev.aimonflink.bench.experiment.Answers;
import dev.aimonflink.bench.experiment.Figure;
import dev.aimonflink.bench.experiment.Samples;
import dev.aimonflink.bench.world.CallStream;
import dev.aimonflink.bench.world.CallTotals;
import dev.aimonflink.matrix.calls.Event;
import java.io.PrintStream;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongConsumer;
import java.util.stream.IntStream;

/**
 * Lets us and a peer count the same calls in turns, so that a slow phase of the machine slows both. At the end every cell of
 * each is compared with a plain count of the calls.
 */
final class CallDuel {
    /** Until the JVM has compiled our loops, and a peer has its memory. */
    private static final int WARM_UPS = 2;

    static final int RUNS = 5;

    static final int ROUNDS = WARM_UPS + RUNS;

    private static final double NANOS_PER_SECOND = 1e9;

    /**
     * @param counter its starter closes it
     * @param callsPerRun more where counting is fast, so that no run is over in an instant or takes minutes
     */
    record Entry(CallCounter counter, int callsPerRun) {
        private int calls() {
            return callsPerRun * ROUNDS;
        }
    }

    private final int subscribers;
    private final PrintStream complaints;
    private int verified;
    private int wrong;

    /** @param complaints prints the cells that differ */
    CallDuel(int subscribers, PrintStream complaints) {
        this.subscribers = subscribers;
        this.complaints = complaints;
    }

    /**
     * @param entries ours first; each counts the stream from its beginning
     * @param progress is called with the number of rounds that are done
     */
    List<Duel.Result> measure(List<Entry> entries, LongConsumer progress) {
        Event[] stream = CallStream.of(
                entries.stream().mapToInt(Entry::calls).max().orElseThrow(), subscribers, CallStream.UNIFORM);
        double[][] rates = new double[entries.size()][RUNS];
        for (int round = 0; round < ROUNDS; round++) {
            for (int i = 0; i < rates.length; i++) {
                double rate = run(entries.get(i), stream, round);
                if (round >= WARM_UPS) {
                    rates[i][round - WARM_UPS] = rate;
                }
            }
            progress.accept(round + 1);
        }
        entries.forEach(entry -> verify(entry, stream));
        return IntStream.range(0, rates.length)
                .mapToObj(i -> result(entries.get(i).counter(), i == 0, new Samples(rates[i])))
                .toList();
    }

    private static Duel.Result result(CallCounter counter, boolean ours, Samples perSecond) {
        Figure figure = Figure.highIsGood(counter.name() + ".update", counter.parameters(), "events/s", perSecond);
        return new Duel.Result("update", ours, figure);
    }

    private static double run(Entry entry, Event[] stream, int round) {
        int from = round * entry.callsPerRun();
        Event[] calls = Arrays.copyOfRange(stream, from, from + entry.callsPerRun());
        long startNanos = System.nanoTime();
        entry.counter().count(calls);
        return entry.callsPerRun() * NANOS_PER_SECOND / (System.nanoTime() - startNanos);
    }

    private void verify(Entry entry, Event[] stream) {
        CallTotals expected = new CallTotals(subscribers, Arrays.copyOf(stream, entry.calls()));
        long differences = entry.counter().differences(expected);
        if (differences == 0) {
            verified++;
            return;
        }
        wrong++;
        complaints.println(
                "update: " + entry.counter().name() + " " + entry.counter().parameters() + " has " + differences
                        + " cells that differ from what " + entry.calls() + " calls come to");
    }

    Answers answers() {
        return new Answers(verified, wrong);
    }
}
