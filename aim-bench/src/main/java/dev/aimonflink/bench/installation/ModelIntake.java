package dev.aimonflink.bench.installation;

import dev.aimonflink.bench.world.MeasuredModel;
import dev.aimonflink.clients.Connection;
import dev.aimonflink.clients.ModelEventRecords;
import dev.aimonflink.clients.QueryClient;
import dev.aimonflink.clients.RecordPublisher;
import dev.aimonflink.clients.load.EntityKeys;
import dev.aimonflink.clients.query.EntityQuestion;
import dev.aimonflink.job.config.AimOptions;
import dev.aimonflink.lab.twin.AnswerComparison;
import dev.aimonflink.lab.twin.EventSample;
import dev.aimonflink.local.LocalJob;
import dev.aimonflink.matrix.model.DeclaredEvent;
import dev.aimonflink.matrix.setup.EventFormat;
import dev.aimonflink.query.serve.request.AskedQuery;
import java.util.List;
import java.util.function.Supplier;
import org.apache.flink.configuration.Configuration;

/** Events of a model, of which only the number is kept, and questions about single entities. */
final class ModelIntake implements Intake {
    /** The shortest format that every model has. */
    private static final EventFormat FORMAT = EventFormat.BINARY;

    private final Setup setup;
    private final MeasuredModel measured;
    private final EventMaker maker;
    private final ModelEventRecords encoding;
    private final RecordPublisher records;
    private final Supplier<DeclaredEvent> events;
    private long published;

    ModelIntake(Connection connection, String topic, Setup setup, MeasuredModel measured, long beginMs) {
        this.setup = setup;
        this.measured = measured;
        maker = EventMaker.of(measured, setup, beginMs);
        encoding = new ModelEventRecords(measured.model(), FORMAT);
        records = new RecordPublisher(connection, topic);
        events = maker.otherEvents();
    }

    @Override
    public void configure(Configuration options) {
        options.set(AimOptions.EVENTS_FORMAT, FORMAT.label()).set(AimOptions.MODEL, measured.option());
    }

    @Override
    public EventMaker maker() {
        return maker;
    }

    @Override
    public AskedQuery firstQuestion() {
        return EntityQuestion.of(measured.model()).of(new EntityKeys(measured.model()).id(0));
    }

    @Override
    public void publishAll(long count) {
        for (long i = 0; i < count; i++) {
            DeclaredEvent event = events.get();
            records.publish(encoding.key(event), encoding.value(event));
        }
        published += count;
        flush();
    }

    @Override
    public long published() {
        return published;
    }

    @Override
    public void flush() {
        records.flush();
    }

    @Override
    public void examine(LocalJob job, QueryClient client, CallTap tap, AnswerChecks verification) {
        long all = tap.made() + published;
        verification.checkCount("Events counted", all, job.callsApplied());
        EventSample sample = new EventSample(measured.model(), setup.subscribers(), (double) all / setup.subscribers());
        for (int reader = 0; reader < tap.readers(); reader++) {
            add(sample, maker.events(reader, tap.readers()), tap.made(reader));
        }
        add(sample, maker.otherEvents(), published);
        verification.count(
                new AnswerComparison(client::ask, measured.model(), sample.recomputed(maker.profileGenerator()))
                        .run(List.of(), sample.entities(), setup.subscribers()));
    }

    private static void add(EventSample sample, Supplier<DeclaredEvent> events, long count) {
        for (long i = 0; i < count; i++) {
            sample.add(events.get());
        }
    }

    @Override
    public void close() {
        records.close();
    }
}
