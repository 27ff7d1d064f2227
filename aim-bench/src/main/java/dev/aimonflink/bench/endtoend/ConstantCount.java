package dev.aimonflink.bench.endtoend;

import dev.aimonflink.bench.experiment.Samples;
import dev.aimonflink.bench.harness.Bench;
import dev.aimonflink.bench.harness.Defaults;
import dev.aimonflink.bench.harness.Experiment;
import dev.aimonflink.bench.installation.Deployment;
import dev.aimonflink.clients.query.Asking;
import dev.aimonflink.query.serve.request.QueryResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Asks for a number that must not change, and for one that must not fall, while events change each row as fast as they can: how many rows there
 * are, and how many calls they have counted. Stores that replace rows have been seen to answer with too few and with too many.
 */
public final class ConstantCount extends Experiment {
    private static final String TEXT = "SELECT count(*), sum(number_of_calls_this_week) FROM subscribers";
    private static final int ANSWERS = 10_000;
    private static final int QUICK_ANSWERS = 200;
    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final double NANOS_PER_MS = 1e6;

    public ConstantCount() {
        super(
                "constant",
                "Ask how many rows there are, and how many calls they have, while events change them without end",
                new Defaults("546", List.of(1, 2), 10, 1, List.of(1), List.of(0)));
    }

    @Override
    public void run(Bench bench) throws InterruptedException {
        final int asked = bench.plan().quick() ? QUICK_ANSWERS : ANSWERS;
        bench.onEachDeployment(deployment -> {
            deployment.openTap();
            bench.warmUp(deployment, deployment.job()::callsApplied);
            ask(bench, deployment, asked);
        });
    }

    private void ask(Bench bench, Deployment deployment, int asked) {
        final long rows = deployment.setup().subscribers();
        final List<Double> millis = new ArrayList<>();
        final long eventsBefore = deployment.job().callsApplied();
        final long beganNanos = System.nanoTime();
        int otherCounts = 0;
        int fallen = 0;
        long calls = 0;
        for (int i = 0; i < asked; i++) {
            if (i % (asked / 10) == 0) {
                bench.say(i + " of " + asked + " counts are asked ...");
            }
            final long askedNanos = System.nanoTime();
            QueryResult answer =
                    deployment.client().ask(SqlTexts.asked(TEXT), TIMEOUT).join();
            millis.add((System.nanoTime() - askedNanos) / NANOS_PER_MS);
            String unanswered = Asking.unanswered(answer, null);
            if (unanswered != null) {
                bench.found().verification().complain("A count has no answer. " + unanswered);
                return;
            }
            final long counted = number(answer, 0);
            final long callsThen = calls;
            calls = number(answer, 1);
            otherCounts += counted == rows ? 0 : 1;
            fallen += calls < callsThen ? 1 : 0;
        }
        bench.found().verification().checkCount("Counts that are right, of " + asked, asked, asked - otherCounts);
        bench.found().verification().checkCount("Sums that are not less than before", asked, asked - fallen);
        final double seconds = (System.nanoTime() - beganNanos) / 1e9;
        Map<String, String> parameters = deployment.setup().parameters("asked", asked);
        bench.found().time(name() + ".other-counts", parameters, "answers", new Samples(otherCounts));
        bench.found().time(name() + ".fallen-sums", parameters, "answers", new Samples(fallen));
        millis.sort(null);
        bench.found().time(name() + ".p50", parameters, "ms", new Samples(millis.get(asked / 2)));
        bench.found().time(name() + ".p99", parameters, "ms", new Samples(millis.get(asked * 99 / 100)));
        bench.found()
                .rate(
                        name() + ".events",
                        parameters,
                        "events/s",
                        new Samples((deployment.job().callsApplied() - eventsBefore) / seconds));
    }

    private static long number(QueryResult answer, int column) {
        return ((Number) answer.rows().get(0).get(column)).longValue();
    }
}
