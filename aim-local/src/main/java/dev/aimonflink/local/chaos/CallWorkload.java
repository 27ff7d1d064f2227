package dev.aimonflink.local.chaos;

import dev.aimonflink.clients.query.AnswerComparison;
import dev.aimonflink.clients.query.Asking;
import dev.aimonflink.clients.query.CallGenerator;
import dev.aimonflink.clients.query.ParameterRanges;
import dev.aimonflink.core.calls.PresetModels;
import dev.aimonflink.core.names.EntityTables;
import dev.aimonflink.core.query.AskedQuery;
import dev.aimonflink.core.query.Catalogue;
import dev.aimonflink.core.setup.Catalogues;
import dev.aimonflink.core.setup.EventFormat;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Supplier;

/** Calls of the benchmark's subscribers, and all queries of the catalogue. */
final class CallWorkload implements Workload<KeptSchema> {
    private final int subscribers;
    private final EntityTables tables = PresetModels.tables();
    private final KeptSchema benchmark;
    private final KeptSchema other;

    CallWorkload(int aggregates, int subscribers) {
        this.subscribers = subscribers;
        benchmark = KeptSchema.benchmark(aggregates);
        other = KeptSchema.other(aggregates);
    }

    @Override
    public List<EventFormat> formats() {
        return List.of(EventFormat.values());
    }

    @Override
    public List<Moment> moments() {
        return Moment.ANYTIME;
    }

    @Override
    public KeptSchema first() {
        return benchmark;
    }

    @Override
    public KeptSchema other() {
        return other;
    }

    @Override
    public AskedQuery firstQuestion() {
        return AskedQuery.withDefaults("w2");
    }

    @Override
    public DrawnRecords records(long seed, EventFormat format) {
        return new CallRecords(seed, format, subscribers);
    }

    @Override
    public Supplier<AskedQuery> questions(long seed) {
        CallGenerator calls = newQuestions(seed);
        // Both schemas have all columns that queries scan.
        List<Catalogue.Entry> entries =
                List.copyOf(Catalogues.of(benchmark.matrix()).entries());
        SplittableRandom random = new SplittableRandom(seed);
        return () -> calls.next(entries.get(random.nextInt(entries.size())), Map.of());
    }

    private CallGenerator newQuestions(long seed) {
        return new CallGenerator(seed, ParameterRanges.PAPER, subscribers);
    }

    @Override
    public CallRecomputation recomputation(List<Generation<KeptSchema>> generations, ZoneId zone, EventFormat format) {
        return new CallRecomputation(generations, zone, tables, format.newCodec());
    }

    @Override
    public AnswerComparison.Outcome compare(
            Asking client, Recomputation<KeptSchema> truth, KeptSchema kept, long seed, List<Long> probes) {
        return new AnswerComparison(client, truth).run(Catalogues.of(kept.matrix()), newQuestions(seed), probes);
    }
}
