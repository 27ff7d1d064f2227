package dev.aimonflink.local.demo;

import dev.aimonflink.clients.Connection;
import dev.aimonflink.clients.QueryClient;
import dev.aimonflink.clients.Topics;
import dev.aimonflink.clients.Waiting;
import dev.aimonflink.job.config.AimOptions;
import dev.aimonflink.local.ObservedJob;
import dev.aimonflink.local.load.AnswerComparison;
import dev.aimonflink.local.load.Freshness;
import dev.aimonflink.local.load.LiveLine;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;

/** Runs a demo, from an empty broker to a verified matrix. */
final class Demo {
    static final Duration WARM_UP = Duration.ofSeconds(2);

    private static final Duration MARKERS_LIMIT = Freshness.GIVE_UP.multipliedBy(2);

    private final DemoOptions options;
    private final LiveLine line;
    private final LongSupplier clockMs;
    private final Function<Consumer<Connection>, Installation> start;
    private final Topics topics = Topics.defaults();

    /** @param clockMs the time of the events: now or earlier */
    Demo(DemoOptions options, LiveLine line, LongSupplier clockMs) {
        this(
                options,
                line,
                clockMs,
                put -> Installation.start(options, Topics.defaults(), AimOptions.COLUMNS.defaultValue(), put));
    }

    /** @param start of an installation with an empty matrix; first does something with its topics */
    Demo(DemoOptions options, LiveLine line, LongSupplier clockMs, Function<Consumer<Connection>, Installation> start) {
        this.start = start;
        this.options = options;
        this.line = line;
        this.clockMs = clockMs;
    }

    /** What follows a report while everything started still runs. */
    @FunctionalInterface
    interface Sequel {
        void play(DemoReport report, Connection connection, ObservedJob job, Workload workload)
                throws InterruptedException;
    }

    DemoReport run() throws InterruptedException {
        return run(null);
    }

    /** @param sequelOrNull sees events that are not recomputed any more */
    DemoReport run(Sequel sequelOrNull) throws InterruptedException {
        line.show("Kafka, Flink and the job start ...");
        DemoRules rules = new DemoRules(options, topics);
        try (Installation installation = start.apply(rules::put);
                rules;
                QueryClient client = new QueryClient(installation.connection(), topics, "aim-demo");
                Workload workload = new Workload(options, installation.connection(), topics, clockMs)) {
            publishProfiles(installation, workload);
            line.show("The first answer takes a moment ...");
            installation.job().awaitFirstAnswer(client::ask, workload.firstQuestion());

            rules.awaitJudging();
            QueryRounds rounds = workload.rounds(client::ask);
            Freshness freshness = workload.freshness(client::ask);
            Duration duration = Duration.ofSeconds(options.seconds());
            Duration warmUp = shorter(WARM_UP, duration.dividedBy(4));
            double seconds = new Load(installation, workload, rounds, freshness, rules, clockMs, line)
                    .run(options.rate(), duration, warmUp);
            List<String> complaints = settle(installation, workload, freshness);
            complaints.addAll(rounds.complaints());

            line.show("Every answer and every alert is recomputed ...");
            complaints.addAll(rules.verify(workload.sample()));
            AnswerComparison.Outcome verified = workload.verify(client::ask, freshness);
            DemoReport report = new DemoReport(
                    options,
                    seconds,
                    warmUp.toMillis() / 1e3,
                    workload.published(),
                    installation.job().callsApplied(),
                    rules.fired(),
                    rounds.figures(),
                    freshness.ofAll(),
                    freshness.ofPointQueries(),
                    freshness.ofScans(),
                    freshness.ofWarmUp(),
                    complaints,
                    rounds.brokenInvariants(),
                    verified);
            if (sequelOrNull != null) {
                rules.stopListening();
                workload.endSample();
                sequelOrNull.play(report, installation.connection(), installation.job(), workload);
            }
            return report;
        }
    }

    private void publishProfiles(Installation installation, Workload workload) {
        long profiles = workload.publishProfiles();
        line.show("The profiles of " + profiles + " " + options.entity() + "s arrive ...");
        installation.job().awaitCount("Profiles applied", installation.job()::profilesApplied, profiles);
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    /** Waits until every event is applied and every marker is shown; returns the complaints. */
    private List<String> settle(Installation installation, Workload workload, Freshness freshness) {
        line.show("The last events are applied ...");
        workload.flush();
        installation.job().awaitCount("Calls applied", installation.job()::callsSettled, workload.published());
        List<String> complaints = new ArrayList<>();
        if (!Waiting.until(() -> freshness.waiting() == 0, MARKERS_LIMIT)) {
            complaints.add("No answer showed " + freshness.waiting() + " markers.");
        }
        if (freshness.published() == 0) {
            complaints.add("No marker was published, so freshness is not known.");
        }
        complaints.addAll(freshness.failures());
        return complaints;
    }
}
