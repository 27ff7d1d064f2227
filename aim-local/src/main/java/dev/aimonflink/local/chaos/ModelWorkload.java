package dev.aimonflink.local.chaos;

import dev.aimonflink.clients.load.EntityKeys;
import dev.aimonflink.clients.query.AnswerComparison;
import dev.aimonflink.clients.query.Asking;
import dev.aimonflink.clients.query.EntityQuestion;
import dev.aimonflink.core.query.AskedQuery;
import dev.aimonflink.core.setup.EventFormat;
import dev.aimonflink.local.load.EntityComparison;
import dev.aimonflink.local.load.GivenModel;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;

/** Events of any model, and questions about single entities and about all cells. */
final class ModelWorkload implements Workload<KeptModel> {
    private static final AskedQuery VERIFY = AskedQuery.withDefaults("verify");

    /** One question of so many compares all cells, which takes longer than a look at one entity. */
    private static final int VERIFY_ONE_OF = 8;

    private final GivenModel given;
    private final int entities;
    private final EntityQuestion query;

    ModelWorkload(GivenModel given, int entities) {
        this.given = given;
        this.entities = entities;
        query = EntityQuestion.of(given.model());
    }

    @Override
    public List<EventFormat> formats() {
        // Kryo is for calls alone.
        return Arrays.stream(EventFormat.values())
                .filter(each -> each != EventFormat.KRYO)
                .toList();
    }

    /** No query of a model scans, so that no kill can meet a pass. */
    @Override
    public List<Moment> moments() {
        return Moment.ANYTIME.stream().filter(each -> each != Moment.IN_PASS).toList();
    }

    @Override
    public KeptModel first() {
        return KeptModel.first(given);
    }

    @Override
    public KeptModel other() {
        return KeptModel.other(given);
    }

    @Override
    public AskedQuery firstQuestion() {
        return VERIFY;
    }

    @Override
    public DrawnRecords records(long seed, EventFormat format) {
        return new ModelRecords(seed, format, entities, given);
    }

    @Override
    public Supplier<AskedQuery> questions(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        EntityKeys keys = new EntityKeys(given.model());
        return () -> random.nextInt(VERIFY_ONE_OF) == 0
                ? VERIFY
                : query.of(keys.id(random.nextLong(entities + Feed.STRANGERS)));
    }

    @Override
    public ModelRecomputation recomputation(List<Generation<KeptModel>> generations, ZoneId zone, EventFormat format) {
        return new ModelRecomputation(generations, zone, format);
    }

    @Override
    public AnswerComparison.Outcome compare(
            Asking client, Recomputation<KeptModel> truth, KeptModel kept, long seed, List<Long> probes) {
        EntityKeys keys = new EntityKeys(given.model());
        return new EntityComparison(client, kept.model(), truth)
                .run(probes.stream().map(keys::id).toList(), truth.rows());
    }
}
