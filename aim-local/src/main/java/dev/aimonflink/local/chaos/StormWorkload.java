package dev.aimonflink.local.chaos;

import dev.aimonflink.clients.load.EntityKeys;
import dev.aimonflink.clients.query.Asking;
import dev.aimonflink.clients.query.CallGenerator;
import dev.aimonflink.clients.query.EntityQuestion;
import dev.aimonflink.clients.query.ParameterRanges;
import dev.aimonflink.local.load.AnswerComparison;
import dev.aimonflink.local.load.GivenModel;
import dev.aimonflink.matrix.calls.CallModel;
import dev.aimonflink.matrix.setup.EventFormat;
import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.query.serve.request.Catalogue;
import dev.aimonflink.rules.judge.RuleHistory;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Supplier;

/** What runs publish, ask and recompute: events of a model, and questions for entities, by texts, and about all cells. */
final class StormWorkload {
    private static final AskedQuery VERIFY = AskedQuery.withDefaults("verify");

    /** One question of this many compares all cells, which takes longer than others. */
    private static final int VERIFY_ONE_OF = 8;

    /** How many parameters are drawn for each text, besides its defaults. */
    private static final int DRAWN_PARAMETERS = 4;

    private final GivenModel given;
    private final int entities;
    private final EntityQuestion query;
    private final List<Catalogue.Entry> texts;

    StormWorkload(GivenModel given, int entities) {
        this.given = given;
        this.entities = entities;
        query = EntityQuestion.of(given.model());
        texts = given.queries().entries();
    }

    List<EventFormat> formats() {
        // Kryo is only for calls.
        return Arrays.stream(EventFormat.values())
                .filter(each -> each != EventFormat.KRYO || CallModel.isOfCalls(given.model()))
                .toList();
    }

    /** The moments of kills that can come at any time; without scanning texts, no kill can meet a pass. */
    List<StormMoment> moments() {
        return StormMoment.ANYTIME.stream()
                .filter(each -> each != StormMoment.IN_PASS || !texts.isEmpty())
                .toList();
    }

    /** What the job keeps at the beginning. */
    KeptModel first() {
        return KeptModel.first(given);
    }

    /** What it keeps after a change of the schema, until the next. */
    KeptModel other() {
        return KeptModel.other(given);
    }

    /** Answered as soon as the job runs. */
    AskedQuery firstQuestion() {
        return VERIFY;
    }

    DrawnRecords records(long seed, EventFormat format) {
        return new DrawnRecords(seed, format, entities, given);
    }

    DrawnRules rules(long seed, StormPlan plan) {
        return new DrawnRules(given, entities, plan, seed);
    }

    Supplier<AskedQuery> questions(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        EntityKeys keys = new EntityKeys(given.model());
        CallGenerator parameters = parameters(seed);
        return () -> {
            if (random.nextInt(VERIFY_ONE_OF) == 0) {
                return VERIFY;
            }
            int drawn = random.nextInt(texts.size() + 1);
            return drawn < texts.size()
                    ? parameters.next(texts.get(drawn), Map.of())
                    : query.of(keys.id(random.nextLong(entities + StormFeed.STRANGERS)));
        };
    }

    private CallGenerator parameters(long seed) {
        return new CallGenerator(given.model(), seed, ParameterRanges.PAPER, given::tables, entities);
    }

    Recomputation recomputation(List<Generation> generations, ZoneId zone, EventFormat format, RuleHistory rules) {
        return new Recomputation(generations, given.tables(), zone, format, rules);
    }

    /**
     * @param kept by the job now
     * @param probes entities whose every value is compared
     */
    AnswerComparison.Outcome compare(Asking client, Recomputation truth, KeptModel kept, long seed, List<Long> probes) {
        EntityKeys keys = new EntityKeys(given.model());
        Set<AskedQuery> questions = AnswerComparison.drawn(texts, parameters(seed), DRAWN_PARAMETERS);
        return new AnswerComparison(client, kept.model(), truth)
                .run(questions, probes.stream().map(keys::id).toList(), truth.rows());
    }
}
