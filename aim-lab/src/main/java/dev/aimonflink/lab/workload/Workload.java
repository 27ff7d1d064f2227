package dev.aimonflink.lab.workload;

import dev.aimonflink.clients.load.Distribution;
import dev.aimonflink.clients.load.EntityKeys;
import dev.aimonflink.clients.load.ModelEventGenerator;
import dev.aimonflink.clients.load.ModelProfileGenerator;
import dev.aimonflink.clients.query.CallGenerator;
import dev.aimonflink.clients.query.EntityQuestion;
import dev.aimonflink.clients.query.ParameterRanges;
import dev.aimonflink.matrix.calls.CallModel;
import dev.aimonflink.matrix.model.DeclaredEvent;
import dev.aimonflink.matrix.model.Model;
import dev.aimonflink.matrix.setup.EventFormat;
import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.query.serve.request.Catalogue;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Supplier;

/** What a job takes in and is asked: events and profiles of a model, and questions for entities, by texts, and about all cells. */
public record Workload(GivenModel given, int entities, long seed) {
    private static final AskedQuery VERIFY = AskedQuery.withDefaults("verify");

    /** In a round, verifying takes as long as many questions for one entity: it compares each cell of the matrix. */
    private static final int ENTITIES_PER_VERIFY = 20;

    /** Among drawn questions, one in this many verifies. */
    private static final int VERIFY_ONE_OF = 8;

    /** How many parameters are drawn for each text, besides its defaults. */
    private static final int DRAWN_PARAMETERS = 4;

    /** The texts by which call markers are found. */
    private static final Set<String> TEXTS_OF_MARKERS = Set.of("w2", "q2");

    /** Makes one event after another. */
    public interface Events {
        /** @param into is filled with it */
        void make(long timestampMs, DeclaredEvent into);
    }

    public Model model() {
        return given.model();
    }

    private List<Catalogue.Entry> texts() {
        return given.queries().entries();
    }

    /** The formats that its events have. */
    public List<EventFormat> formats() {
        // Kryo is only for calls.
        return Arrays.stream(EventFormat.values())
                .filter(each -> each != EventFormat.KRYO || CallModel.isOfCalls(model()))
                .toList();
    }

    public boolean isScanned() {
        return !texts().isEmpty();
    }

    /** Whether a profile says anything; otherwise it adds no row. */
    public boolean hasAttributes() {
        return !model().entity().attributes().isEmpty();
    }

    /** Whether events are calls, and texts show the dearest of them. */
    public boolean hasCallMarkers() {
        return CallModel.isOfCalls(model())
                && texts().stream().map(Catalogue.Entry::id).toList().containsAll(TEXTS_OF_MARKERS);
    }

    public ModelProfileGenerator profiles() {
        return new ModelProfileGenerator(model(), seed, given.tables());
    }

    /** Calls cost less than the markers among them. */
    public Events events(int perSecond) {
        return hasCallMarkers()
                ? new UnusualCalls(seed, entities, perSecond)
                : new ModelEventGenerator(model(), seed, entities, Distribution.uniform())::next;
    }

    // ---- questions

    /** Answered as soon as the job runs. */
    public AskedQuery firstQuestion() {
        return isScanned() ? AskedQuery.withDefaults(texts().get(0).id()) : VERIFY;
    }

    /** The benchmark's texts one after another, or if a model has none, questions for one entity; each time with new parameters. */
    public List<Supplier<AskedQuery>> round() {
        CallGenerator parameters = parameters(seed);
        List<Supplier<AskedQuery>> round = new ArrayList<>();
        for (Catalogue.Entry text : texts()) {
            if (Catalogue.BENCHMARK.contains(text.id())) {
                round.add(() -> parameters.next(text, Map.of()));
            }
        }
        if (round.isEmpty()) {
            SplittableRandom random = new SplittableRandom(seed);
            EntityQuestion ofEntity = EntityQuestion.of(model());
            EntityKeys keys = new EntityKeys(model());
            round.addAll(
                    Collections.nCopies(ENTITIES_PER_VERIFY, () -> ofEntity.of(keys.id(random.nextLong(entities)))));
            round.add(() -> VERIFY);
        }
        return round;
    }

    /** @param strangers entities that are asked for, too, numbered after the others */
    public Supplier<AskedQuery> questions(int strangers) {
        SplittableRandom random = new SplittableRandom(seed);
        CallGenerator parameters = parameters(seed);
        EntityQuestion ofEntity = EntityQuestion.of(model());
        EntityKeys keys = new EntityKeys(model());
        List<Catalogue.Entry> texts = texts();
        return () -> {
            if (random.nextInt(VERIFY_ONE_OF) == 0) {
                return VERIFY;
            }
            int drawn = random.nextInt(texts.size() + 1);
            return drawn < texts.size()
                    ? parameters.next(texts.get(drawn), Map.of())
                    : ofEntity.of(keys.id(random.nextLong(entities + strangers)));
        };
    }

    /** For each text the question with its defaults, and some with other parameters than under load. */
    public Set<AskedQuery> comparedQuestions() {
        return comparedQuestions(texts(), parameters(~seed), DRAWN_PARAMETERS);
    }

    public static Set<AskedQuery> comparedQuestions(
            Collection<Catalogue.Entry> texts, CallGenerator parameters, int drawnOfEach) {
        Set<AskedQuery> questions = new LinkedHashSet<>();
        for (Catalogue.Entry text : texts) {
            questions.add(AskedQuery.withDefaults(text.id()));
            for (int i = 0; i < drawnOfEach; i++) {
                questions.add(parameters.next(text, Map.of()));
            }
        }
        return questions;
    }

    private CallGenerator parameters(long ofSeed) {
        return new CallGenerator(model(), ofSeed, ParameterRanges.PAPER, given::tables, entities);
    }
}
