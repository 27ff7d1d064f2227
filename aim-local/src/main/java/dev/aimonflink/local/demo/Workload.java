package dev.aimonflink.local.demo;

import dev.aimonflink.clients.Connection;
import dev.aimonflink.clients.ProfilePublisher;
import dev.aimonflink.clients.RecordPublisher;
import dev.aimonflink.clients.Topics;
import dev.aimonflink.clients.load.Distribution;
import dev.aimonflink.clients.load.EntityKeys;
import dev.aimonflink.clients.load.ModelEventGenerator;
import dev.aimonflink.clients.load.ModelProfileGenerator;
import dev.aimonflink.clients.query.Asking;
import dev.aimonflink.clients.query.CallGenerator;
import dev.aimonflink.clients.query.EntityQuestion;
import dev.aimonflink.clients.query.ParameterRanges;
import dev.aimonflink.local.load.AnswerComparison;
import dev.aimonflink.local.load.CallMarkers;
import dev.aimonflink.local.load.EventSample;
import dev.aimonflink.local.load.Freshness;
import dev.aimonflink.local.load.Markers;
import dev.aimonflink.matrix.calls.CallModel;
import dev.aimonflink.matrix.model.EntityId;
import dev.aimonflink.matrix.model.Model;
import dev.aimonflink.query.plain.PlainEntities;
import dev.aimonflink.query.plain.PlainQueries;
import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.query.serve.request.Catalogue;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** What a demo publishes, asks and recomputes. */
final class Workload implements AutoCloseable {
    private static final AskedQuery VERIFY = AskedQuery.withDefaults("verify");

    /** Verifying compares each cell of the matrix, and takes as long as many questions for one entity. */
    private static final int ENTITIES_PER_VERIFY = 20;

    /** How many parameters are drawn for each text, besides its defaults. */
    private static final int DRAWN_PARAMETERS = 4;

    private final DemoOptions options;
    private final Connection connection;
    private final Topics topics;
    private final Model model;
    private final EntityKeys keys;
    private final EntityQuestion query;
    private final List<Catalogue.Entry> texts;
    private final ModelProfileGenerator profiles;
    private final ModelEventGenerator generator;
    private final EventSample sample;
    private final Feed feed;

    /** @param clockMs the time of the events: now or earlier */
    Workload(DemoOptions options, Connection connection, Topics topics, LongSupplier clockMs) {
        this.options = options;
        this.connection = connection;
        this.topics = topics;
        model = options.model().model();
        keys = new EntityKeys(model);
        query = EntityQuestion.of(model);
        PlainQueries queries = options.model().queries();
        texts = queries.entries();
        profiles =
                new ModelProfileGenerator(model, options.seed(), options.model().tables());
        generator = new ModelEventGenerator(model, options.seed(), options.entities(), Distribution.uniform());
        sample = new EventSample(model, queries, options.entities(), options.eventsPerEntity());
        feed = new Feed(model, options.format(), new RecordPublisher(connection, topics.events()), sample, clockMs);
    }

    /** Publishes each entity's profile, waits until the broker has them, and returns their number. */
    long publishProfiles() {
        if (!hasAttributes()) {
            return 0;
        }
        try (ProfilePublisher publisher =
                new ProfilePublisher(model, new RecordPublisher(connection, topics.profiles()))) {
            for (long entity = 0; entity < options.entities(); entity++) {
                publisher.publish(profiles.profile(entity));
            }
            publisher.flush();
        }
        return options.entities();
    }

    /** Whether a profile says anything; otherwise it adds no row. */
    private boolean hasAttributes() {
        return !model.entity().attributes().isEmpty();
    }

    AskedQuery firstQuestion() {
        return texts.isEmpty() ? VERIFY : AskedQuery.withDefaults(texts.get(0).id());
    }

    void publish(double eventsPerSecond, BooleanSupplier stop) {
        feed.run(events(), eventsPerSecond, stop);
    }

    /** Calls cost less than the {@linkplain CallMarkers markers} among them. */
    private Feed.Maker events() {
        if (!hasCallMarkers()) {
            return generator::next;
        }
        return new UnusualCalls(options);
    }

    private boolean hasCallMarkers() {
        return hasCallMarkers(model, texts);
    }

    static boolean hasCallMarkers(Model model, List<Catalogue.Entry> texts) {
        return CallModel.isOfCalls(model)
                && CallMarkers.TEXTS.stream().allMatch(id -> texts.stream()
                        .anyMatch(each -> each.id().equals(id)));
    }

    /** Events so far, including those that measure freshness. Thread-safe. */
    long published() {
        return feed.published();
    }

    /** Events that the broker has. Thread-safe. */
    long acknowledged() {
        return feed.acknowledged();
    }

    /** Returns when the broker has all events published so far. */
    void flush() {
        feed.flush();
    }

    /** Rounds of the benchmark's texts, or if a model has none, of questions for one entity. */
    QueryRounds rounds(Asking client) {
        List<Supplier<AskedQuery>> round = new ArrayList<>(QueryRounds.seven(texts, parameters(options.seed())));
        if (round.isEmpty()) {
            SplittableRandom random = new SplittableRandom(options.seed());
            Supplier<AskedQuery> entity = () -> query.of(keys.id(random.nextLong(options.entities())));
            round.addAll(Collections.nCopies(ENTITIES_PER_VERIFY, entity));
            round.add(() -> VERIFY);
        }
        return new QueryRounds(client, round);
    }

    private CallGenerator parameters(long seed) {
        return new CallGenerator(model, seed, ParameterRanges.PAPER, options.model()::tables, options.entities());
    }

    Freshness freshness(Asking client) {
        Markers markers = hasCallMarkers()
                ? new CallMarkers(feed::publishCall, options.parallelism())
                : new EntityMarkers(
                        model,
                        entity -> feed.publish((timestampMs, into) -> generator.next(entity, timestampMs, into)),
                        options.parallelism());
        return new Freshness(markers, client, options.entities());
    }

    /** Recomputes answers from the events as published, and compares them. */
    AnswerComparison.Outcome verify(Asking client, Freshness freshness) {
        PlainEntities truth = sample.recomputed(profiles);
        List<EntityId> entities = new ArrayList<>(sample.entities());
        long unknown = options.entities() + freshness.published();
        entities.add(keys.id(unknown));
        long rows = !texts.isEmpty() ? truth.rows() : hasAttributes() ? unknown : feed.entities();
        // Other parameters than under load, but the same in every run.
        Set<AskedQuery> questions = AnswerComparison.drawn(texts, parameters(~options.seed()), DRAWN_PARAMETERS);
        return new AnswerComparison(client, model, truth).run(questions, entities, rows);
    }

    /** Keeps no further events. */
    void endSample() {
        feed.endSample();
    }

    EventSample sample() {
        return sample;
    }

    @Override
    public void close() {
        feed.close();
    }
}
