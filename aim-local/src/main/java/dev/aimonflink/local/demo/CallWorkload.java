package dev.aimonflink.local.demo;

import dev.aimonflink.clients.Connection;
import dev.aimonflink.clients.EventPublisher;
import dev.aimonflink.clients.ProfilePublisher;
import dev.aimonflink.clients.RecordPublisher;
import dev.aimonflink.clients.Topics;
import dev.aimonflink.clients.load.Distribution;
import dev.aimonflink.clients.load.EventGenerator;
import dev.aimonflink.clients.load.ModelProfileGenerator;
import dev.aimonflink.clients.query.AnswerComparison;
import dev.aimonflink.clients.query.Asking;
import dev.aimonflink.clients.query.CallGenerator;
import dev.aimonflink.clients.query.ParameterRanges;
import dev.aimonflink.core.calls.CallModel;
import dev.aimonflink.core.calls.PresetModels;
import dev.aimonflink.core.calls.plain.PlainModel;
import dev.aimonflink.core.names.EntityTables;
import dev.aimonflink.core.query.AskedQuery;
import dev.aimonflink.core.query.Catalogue;
import dev.aimonflink.core.setup.Catalogues;
import dev.aimonflink.local.load.Freshness;
import java.time.ZoneOffset;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/** Calls of the benchmark's subscribers, and its queries. */
final class CallWorkload implements Workload {
    private final DemoOptions options;
    private final Connection connection;
    private final Topics topics;
    private final EntityTables tables = PresetModels.tables();
    private final Catalogue catalogue;
    private final ModelProfileGenerator profiles;
    private final EventGenerator calls;
    private final CallFeed feed;

    /** @param clockMs the time of the calls: now or earlier */
    CallWorkload(DemoOptions options, Connection connection, Topics topics, LongSupplier clockMs) {
        this.options = options;
        this.connection = connection;
        this.topics = topics;
        catalogue = Catalogues.of(CallModel.schema(options.aggregates()));
        profiles = ModelProfileGenerator.ofSubscribers(options.seed());
        calls = new EventGenerator(options.seed(), options.entities(), Distribution.uniform());
        feed = new CallFeed(new EventPublisher(connection, topics.events(), options.format()), clockMs);
    }

    @Override
    public long publishProfiles() {
        try (ProfilePublisher publisher =
                new ProfilePublisher(CallModel.smallest(), new RecordPublisher(connection, topics.profiles()))) {
            for (long id = 0; id < options.entities(); id++) {
                publisher.publish(profiles.profile(id));
            }
            publisher.flush();
        }
        return options.entities();
    }

    @Override
    public AskedQuery firstQuestion() {
        return AskedQuery.withDefaults("w2");
    }

    @Override
    public void publish(double eventsPerSecond, BooleanSupplier stop) {
        feed.run(calls, eventsPerSecond, stop);
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
        return new QueryRounds(client, newQuestions(options.seed()), catalogue);
    }

    private CallGenerator newQuestions(long seed) {
        return new CallGenerator(seed, ParameterRanges.PAPER, options.entities());
    }

    @Override
    public Freshness freshness(Asking client) {
        return new Freshness(feed::publish, client, options.entities(), options.parallelism());
    }

    @Override
    public AnswerComparison.Outcome verify(Asking client, Freshness freshness) {
        PlainModel model = new PlainModel(ZoneOffset.UTC, tables, options.aggregates());
        for (long id = 0; id < options.entities(); id++) {
            model.profile(CallModel.profile(id, profiles.profile(id).attributes()));
        }
        feed.replay(model::event);
        long firstProbe = options.entities();
        long unknown = firstProbe + freshness.published();
        // Other parameters than under load, but the same in every run.
        return new AnswerComparison(client, model)
                .run(catalogue, newQuestions(~options.seed()), List.of(firstProbe, unknown));
    }

    @Override
    public void close() {
        feed.close();
    }
}
