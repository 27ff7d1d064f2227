package dev.aimonflink.lab.demo;

import dev.aimonflink.clients.Connection;
import dev.aimonflink.clients.QueryClient;
import dev.aimonflink.clients.RecordPublisher;
import dev.aimonflink.clients.Topics;
import dev.aimonflink.clients.Waiting;
import dev.aimonflink.clients.cli.environment.LiveLine;
import dev.aimonflink.clients.load.Distribution;
import dev.aimonflink.clients.load.EntityKeys;
import dev.aimonflink.clients.load.ModelEventGenerator;
import dev.aimonflink.job.config.AimOptions;
import dev.aimonflink.lab.feed.Feed;
import dev.aimonflink.lab.meter.CallMarkers;
import dev.aimonflink.lab.meter.EntityMarkers;
import dev.aimonflink.lab.meter.Freshness;
import dev.aimonflink.lab.meter.Markers;
import dev.aimonflink.lab.meter.QueryRounds;
import dev.aimonflink.lab.twin.AnswerComparison;
import dev.aimonflink.lab.twin.EventSample;
import dev.aimonflink.lab.workload.Workload;
import dev.aimonflink.local.ObservedJob;
import dev.aimonflink.matrix.model.EntityId;
import dev.aimonflink.query.plain.PlainEntities;
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

    /** Who sees a demo while it runs, and may stay after its report, while everything started still runs. */
    interface Audience extends AutoCloseable {
        /** The job answers. */
        void comes(Connection connection, Topics topics, ObservedJob job);

        /** Its events are not recomputed any more. */
        void stays(DemoReport report, ObservedJob job, Feed feed) throws InterruptedException;

        @Override
        void close();
    }

    DemoReport run() throws InterruptedException {
        return run(null);
    }

    DemoReport run(Audience audienceOrNull) throws InterruptedException {
        line.show("Kafka, Flink and the job start ...");
        Workload workload = new Workload(options.model(), options.entities(), options.seed());
        EventSample sample = new EventSample(
                workload.model(), options.model().queries(), options.entities(), options.eventsPerEntity());
        DemoRules rules = new DemoRules(workload, options.eventsPerEntity(), topics);
        try (Installation installation = start.apply(rules::put);
                rules;
                QueryClient client = new QueryClient(installation.connection(), topics, "aim-demo");
                Feed feed = new Feed(
                        workload.model(),
                        workload.events(options.rate()),
                        options.format(),
                        new RecordPublisher(installation.connection(), topics.events()),
                        sample,
                        clockMs);
                Audience audience = audienceOrNull) {
            publishProfiles(installation, workload);
            line.show("The first answer takes a moment ...");
            installation.job().awaitFirstAnswer(client::ask, workload.firstQuestion());
            rules.awaitJudging();
            if (audience != null) {
                line.close();
                audience.comes(installation.connection(), topics, installation.job());
            }
            QueryRounds rounds = new QueryRounds(client::ask, workload.round());
            Freshness freshness = new Freshness(markers(workload, feed), client::ask, options.entities());
            Duration duration = Duration.ofSeconds(options.seconds());
            Duration warmUp = shorter(WARM_UP, duration.dividedBy(4));
            double seconds = new Load(installation, feed, rounds, freshness, rules, clockMs, line)
                    .run(options.rate(), duration, warmUp);
            List<String> complaints = settle(installation, feed, freshness);
            complaints.addAll(rounds.complaints());
            line.show("Every answer and every alert is recomputed ...");
            complaints.addAll(rules.verify(sample));
            DemoReport report = new DemoReport(
                    options,
                    seconds,
                    warmUp.toMillis() / 1e3,
                    feed.published(),
                    installation.job().callsApplied(),
                    rules.fired(),
                    rounds.reports(),
                    freshness.ofAll(),
                    freshness.ofPointQueries(),
                    freshness.ofScans(),
                    freshness.ofWarmUp(),
                    complaints,
                    rounds.brokenInvariants(),
                    compare(client, workload, feed, sample, freshness));
            if (audience != null) {
                rules.stopListening();
                feed.endSample();
                audience.stays(report, installation.job(), feed);
            }
            return report;
        }
    }

    private void publishProfiles(Installation installation, Workload workload) {
        long profiles = workload.hasAttributes() ? workload.entities() : 0;
        Feed.publishProfiles(
                workload.model(),
                workload.profiles(),
                profiles,
                new RecordPublisher(installation.connection(), topics.profiles()));
        line.show("The profiles of " + profiles + " " + options.entity() + "s arrive ...");
        installation.job().awaitCount("Profiles applied", installation.job()::profilesApplied, profiles);
    }

    private Markers markers(Workload workload, Feed feed) {
        if (workload.hasCallMarkers()) {
            return new CallMarkers(feed, options.parallelism());
        }
        ModelEventGenerator drawn =
                new ModelEventGenerator(workload.model(), ~options.seed(), options.entities(), Distribution.uniform());
        return new EntityMarkers(
                workload.model(),
                entity -> feed.publish((timestampMs, into) -> drawn.next(entity, timestampMs, into)),
                options.parallelism());
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    /** Waits until every event is applied and every marker is shown; returns the complaints. */
    private List<String> settle(Installation installation, Feed feed, Freshness freshness) {
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

    private static AnswerComparison.Outcome compare(
            QueryClient client, Workload workload, Feed feed, EventSample sample, Freshness freshness) {
        PlainEntities twin = sample.recomputed(workload.profiles());
        long unknown = workload.entities() + freshness.published();
        List<EntityId> entities = new ArrayList<>(sample.entities());
        entities.add(new EntityKeys(workload.model()).id(unknown));
        long rows = workload.isScanned() ? twin.rows() : workload.hasAttributes() ? unknown : feed.entities();
        return new AnswerComparison(client::ask, workload.model(), twin)
                .run(workload.comparedQuestions(), entities, rows);
    }
}
