package dev.aimonflink.bench.installation;

import dev.aimonflink.clients.Connection;
import dev.aimonflink.clients.QueryClient;
import dev.aimonflink.job.config.AimOptions;
import dev.aimonflink.job.metrics.AimMetrics;
import dev.aimonflink.local.LocalJob;
import dev.aimonflink.matrix.calls.CallModel;
import dev.aimonflink.matrix.layout.MatrixSchema;
import dev.aimonflink.query.serve.request.AskedQuery;
import org.apache.flink.configuration.Configuration;

/** Calls of subscribers, and the benchmark's queries. */
final class CallIntake implements Intake {
    /** The reason of dead letters that are late for every window. */
    private static final String LATE = "Late";

    private final Setup setup;
    private final EventMaker maker;
    private final EventStream events;

    CallIntake(Connection connection, String topic, Setup setup, long beginMs) {
        this.setup = setup;
        maker = EventMaker.ofCalls(setup, beginMs);
        events = new EventStream(connection, topic, setup, setup.parallelism(), beginMs);
    }

    EventStream events() {
        return events;
    }

    @Override
    public void configure(Configuration options) {
        options.set(AimOptions.EVENTS_FORMAT, EventStream.FORMAT.label())
                .set(AimOptions.MODEL, "aim-" + setup.aggregates());
    }

    @Override
    public EventMaker maker() {
        return maker;
    }

    @Override
    public AskedQuery firstQuestion() {
        return AskedQuery.withDefaults("w2");
    }

    @Override
    public void publishAll(long calls) {
        events.publishAll(calls);
    }

    @Override
    public long published() {
        return events.published();
    }

    @Override
    public void flush() {
        events.flush();
    }

    /** Recounts the same calls, to get what the matrix must hold. */
    Truth truth(CallTap tap) {
        MatrixSchema schema = CallModel.schema(Integer.parseInt(setup.aggregates()));
        return Truth.of(setup, schema, events, tap.made(), counted -> {
            for (int reader = 0; reader < tap.readers(); reader++) {
                maker.calls(reader).replay(tap.made(reader), counted);
            }
        });
    }

    @Override
    public void examine(LocalJob job, QueryClient client, CallTap tap, AnswerChecks verification) {
        Truth truth = truth(tap);
        // With moving time, some calls are of an earlier week than calls before them.
        long late = setup.feed().time() == CallPattern.Time.FIXED ? 0 : job.counted(AimMetrics.DEAD_LETTERS + LATE);
        verification.checkCount("Calls counted", truth.calls(), job.callsApplied() + late);
        verification.ask(client, setup, truth);
    }

    @Override
    public void close() {
        events.close();
    }
}
