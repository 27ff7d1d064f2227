package dev.aimonflink.local.demo;

import dev.aimonflink.clients.Connection;
import dev.aimonflink.clients.ProfilePublisher;
import dev.aimonflink.clients.RecordPublisher;
import dev.aimonflink.clients.Topics;
import dev.aimonflink.clients.load.Distribution;
import dev.aimonflink.clients.load.EntityKeys;
import dev.aimonflink.clients.load.ModelEventGenerator;
import dev.aimonflink.clients.load.ModelProfileGenerator;
import dev.aimonflink.clients.query.AnswerComparison;
import dev.aimonflink.clients.query.Asking;
import dev.aimonflink.clients.query.EntityQuestion;
import dev.aimonflink.core.model.Model;
import dev.aimonflink.core.query.AskedQuery;
import dev.aimonflink.local.load.EntityComparison;
import dev.aimonflink.local.load.EventSample;
import dev.aimonflink.local.load.Freshness;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** Events of any model, and questions about single entities. */
final class ModelWorkload implements Workload {
    private static final AskedQuery VERIFY = AskedQuery.withDefaults("verify");

    /** It compares each cell of the matrix, so that it takes as long as many point queries. */
    private static final int POINT_QUERIES_PER_VERIFY = 20;

    private final DemoOptions options;
    private final Connection connection;
    private final Topics topics;
    private final Model model;
    private final EntityQuestion query;
    private final ModelProfileGenerator profiles;
    private final EventSample sample;
    private final ModelFeed feed;

    /** @param clockMs the time of the events: now or earlier */
    ModelWorkload(DemoOptions options, Connection connection, Topics topics, LongSupplier clockMs) {
        this.options = options;
        this.connection = connection;
        this.topics = topics;
        model = options.model().model();
        query = EntityQuestion.of(model);
        profiles =
                new ModelProfileGenerator(model, options.seed(), options.model().tables());
        sample = new EventSample(model, options.entities(), options.eventsPerEntity());
        feed = new ModelFeed(
                model,
                options.format(),
                new RecordPublisher(connection, topics.events()),
                new ModelEventGenerator(model, options.seed(), options.entities(), Distribution.uniform()),
                sample,
                clockMs);
    }

    @Override
    public long publishProfiles() {
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

    /** Whether a profile says anything. One that says nothing adds no row. */
    private boolean hasAttributes() {
        return !model.entity().attributes().isEmpty();
    }

    @Override
    public AskedQuery firstQuestion() {
        return VERIFY;
    }

    @Override
    public void publish(double eventsPerSecond, BooleanSupplier stop) {
        feed.run(eventsPerSecond, stop);
    }

    @Override
    public long published() {
        return feed.published();
    }

    @Override
    public long acknowledged() {
        return feed.acknowledged();
    }

    @Override
    public void flush() {
        feed.flush();
    }

    @Override
    public QueryRounds rounds(Asking client) {
        SplittableRandom random = new SplittableRandom(options.seed());
        EntityKeys keys = new EntityKeys(model);
        Supplier<AskedQuery> point = () -> query.of(keys.id(random.nextLong(options.entities())));
        List<Supplier<AskedQuery>> round = new ArrayList<>(Collections.nCopies(POINT_QUERIES_PER_VERIFY, point));
        round.add(() -> VERIFY);
        return new QueryRounds(client, round);
    }

    @Override
    public Freshness freshness(Asking client) {
        EntityMarkers markers = new EntityMarkers(model, feed::publishOf, options.parallelism());
        return new Freshness(markers, client, options.entities());
    }

    @Override
    public AnswerComparison.Outcome verify(Asking client, Freshness freshness) {
        long rows = hasAttributes() ? options.entities() + freshness.published() : feed.entities();
        return new EntityComparison(client, model, sample.recomputed(profiles)).run(sample.entities(), rows);
    }

    @Override
    public void close() {
        feed.close();
    }
}
