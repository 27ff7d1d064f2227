package dev.aimonflink.local.demo;

import dev.aimonflink.clients.EventPublisher;
import dev.aimonflink.clients.ProfilePublisher;
import dev.aimonflink.clients.QueryClient;
import dev.aimonflink.clients.Topics;
import dev.aimonflink.clients.Waiting;
import dev.aimonflink.clients.load.Distribution;
import dev.aimonflink.clients.load.EventGenerator;
import dev.aimonflink.clients.load.SubscriberGenerator;
import dev.aimonflink.clients.query.AnswerComparison;
import dev.aimonflink.clients.query.Asking;
import dev.aimonflink.clients.query.CallGenerator;
import dev.aimonflink.clients.query.ParameterRanges;
import dev.aimonflink.core.model.Dimensions;
import dev.aimonflink.core.plain.PlainModel;
import dev.aimonflink.core.query.Catalogue;
import dev.aimonflink.core.schema.MatrixSchema;
import dev.aimonflink.core.wire.DimensionTables;
import dev.aimonflink.local.load.Freshness;
import dev.aimonflink.local.load.LiveLine;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** Runs a demo, from an empty broker to a verified matrix. */
final class Demo {
    static final Duration WARM_UP = Duration.ofSeconds(2);

    private static final Duration MARKERS_LIMIT = Freshness.GIVE_UP.multipliedBy(2);

    private final DemoOptions options;
    private final LiveLine line;
    private final LongSupplier clockMs;
    private final Supplier<Installation> start;
    private final Topics topics = Topics.defaults();
    private final Dimensions dimensions = DimensionTables.defaults();
    private final Catalogue catalogue;
    private final SubscriberGenerator profiles;

    /** @param clockMs the time of the calls: now or earlier */
    Demo(DemoOptions options, LiveLine line, LongSupplier clockMs) {
        this(options, line, clockMs, () -> Installation.start(options, Topics.defaults()));
    }

    /** @param start of an installation with an empty matrix */
    Demo(DemoOptions options, LiveLine line, LongSupplier clockMs, Supplier<Installation> start) {
        this.start = start;
        this.options = options;
        this.line = line;
        this.clockMs = clockMs;
        catalogue = new Catalogue(MatrixSchema.withAggregates(options.aggregates()));
        profiles = new SubscriberGenerator(options.seed(), dimensions);
    }

    DemoReport run() throws InterruptedException {
        line.show("Kafka, Flink and the job start ...");
        try (Installation installation = start.get();
                QueryClient client = new QueryClient(installation.connection(), topics, "aim-demo");
                CallFeed feed = new CallFeed(
                        new EventPublisher(installation.connection(), topics.events(), options.format()), clockMs)) {
            publishProfiles(installation);
            line.show("The first answer takes a moment ...");
            installation.job().awaitFirstAnswer(client::ask);

            QueryRounds rounds = new QueryRounds(client::ask, newCalls(options.seed()), catalogue);
            Freshness freshness =
                    new Freshness(feed::publish, client::ask, options.subscribers(), options.parallelism());
            Duration duration = Duration.ofSeconds(options.seconds());
            Duration warmUp = shorter(WARM_UP, duration.dividedBy(4));
            double seconds = new Load(installation, feed, rounds, freshness, clockMs, line)
                    .run(
                            new EventGenerator(options.seed(), options.subscribers(), Distribution.uniform()),
                            options.rate(),
                            duration,
                            warmUp);
            List<String> complaints = settle(installation, feed, freshness);
            complaints.addAll(rounds.complaints());

            line.show("Every answer is recomputed ...");
            AnswerComparison.Outcome verified = verify(client::ask, feed, freshness);
            return new DemoReport(
                    options,
                    seconds,
                    warmUp.toMillis() / 1e3,
                    feed.published(),
                    installation.job().callsApplied(),
                    rounds.figures(),
                    freshness.ofAll(),
                    freshness.ofPointQueries(),
                    freshness.ofScans(),
                    freshness.ofWarmUp(),
                    complaints,
                    rounds.brokenInvariants(),
                    verified);
        }
    }

    private void publishProfiles(Installation installation) {
        try (ProfilePublisher publisher = new ProfilePublisher(installation.connection(), topics.subscribers())) {
            for (long id = 0; id < options.subscribers(); id++) {
                publisher.publish(profiles.profile(id));
            }
            publisher.flush();
        }
        line.show("The profiles of " + options.subscribers() + " subscribers arrive ...");
        installation.job().awaitCount("Profiles applied", installation.job()::profilesApplied, options.subscribers());
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    private CallGenerator newCalls(long seed) {
        return new CallGenerator(seed, ParameterRanges.PAPER, dimensions, options.subscribers());
    }

    /** Waits until every call is applied and every marker is shown. Returns the complaints. */
    private List<String> settle(Installation installation, CallFeed feed, Freshness freshness) {
        line.show("The last events are applied ...");
        feed.flush();
        installation.job().awaitCount("Calls applied", installation.job()::callsSettled, feed.published());
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

    private AnswerComparison.Outcome verify(Asking client, CallFeed feed, Freshness freshness) {
        PlainModel model = new PlainModel(ZoneOffset.UTC, dimensions, options.aggregates());
        for (long id = 0; id < options.subscribers(); id++) {
            model.profile(profiles.profile(id));
        }
        feed.replay(model::event);
        long firstProbe = options.subscribers();
        long unknown = firstProbe + freshness.published();
        // Other parameters than under load, but the same in every run.
        return new AnswerComparison(client, model)
                .run(catalogue, newCalls(~options.seed()), List.of(firstProbe, unknown));
    }
}
