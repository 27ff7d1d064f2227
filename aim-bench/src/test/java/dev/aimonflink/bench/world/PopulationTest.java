package dev.aimonflink.bench.world;

import dev.aimonflink.clients.query.CallGenerator;
import dev.aimonflink.clients.query.ParameterRanges;
import dev.aimonflink.matrix.calls.CallModel;
import dev.aimonflink.matrix.kernel.ScalarKernels;
import dev.aimonflink.matrix.record.EntityRecord;
import dev.aimonflink.query.compute.partial.Partial;
import dev.aimonflink.query.serve.pass.Part;
import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.query.serve.request.Catalogue;
import dev.aimonflink.query.serve.request.ScanQuery;
import dev.aimonflink.query.setup.Catalogues;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

import static dev.aimonflink.testing.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

class PopulationTest {
    private static final int SUBSCRIBERS = 20_000;

    private static final Population POPULATION = new Population(CallModel.schema(42), SUBSCRIBERS);

    @ParameterizedTest
    @FieldSource("dev.aimonflink.query.serve.request.Catalogue#BENCHMARK")
    void shouldBeAnsweredByAMatrixAsByPlainLoops(String query) {
        assertThat(answer(Matrix.of(POPULATION, new ScalarKernels()), query))
                .isEqualTo(POPULATION.answer(AskedQuery.withDefaults(query)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"w2", "w3", "flat_rate"})
    void shouldBeAnsweredLikewiseWhereTheThesisAsks(String query) {
        assertThat(answer(Matrix.of(POPULATION, new ScalarKernels()), query))
                .isEqualTo(POPULATION.answer(AskedQuery.withDefaults(query)));
    }

    private static List<List<Object>> answer(Matrix matrix, String query) {
        ScanQuery asked = matrix.query(query);
        return asked.answer(matrix.scan(asked));
    }

    @Test
    void shouldBeAnsweredLikewiseWithDrawnParameters() {
        Catalogue catalogue = Catalogues.of(POPULATION.schema());
        Matrix matrix = Matrix.of(POPULATION, new ScalarKernels());
        CallGenerator calls = new CallGenerator(7, ParameterRanges.PAPER, SUBSCRIBERS);
        for (Catalogue.Entry entry : catalogue.entries()) {
            if (!entry.id().equals("subscriber") && !entry.id().equals("verify")) {
                for (int i = 0; i < 5; i++) {
                    AskedQuery call = calls.next(entry, Map.of());
                    ScanQuery query = (ScanQuery) catalogue.bind(call);
                    assertThat(query.answer(matrix.scan(query)))
                            .as("%s, seed 7", call)
                            .isEqualTo(POPULATION.answer(call));
                }
            }
        }
    }

    @ParameterizedTest
    @FieldSource("dev.aimonflink.query.serve.request.Catalogue#BENCHMARK")
    void shouldBeAnsweredByThreePartitionsAsByOne(String query) {
        Partial merged = null;
        ScanQuery asked = null;
        for (int i = 0; i < 3; i++) {
            Matrix part = Matrix.of(
                    POPULATION,
                    Catalogues.scannedColumns(POPULATION.schema()),
                    new ScalarKernels(),
                    new Part.Source(i, 3, 0));
            asked = part.query(query);
            Partial partial = part.scan(asked);
            merged = merged == null ? partial : merged.merge(partial);
        }
        assertThat(asked.answer(merged)).isEqualTo(POPULATION.answer(AskedQuery.withDefaults(query)));
    }

    @ParameterizedTest
    @FieldSource("dev.aimonflink.query.serve.request.Catalogue#BENCHMARK")
    void shouldGiveAnswersThatAreNotEmpty(String query) {
        List<List<Object>> rows = POPULATION.answer(AskedQuery.withDefaults(query));
        // The first group of q3 has no calls, so no cost per second.
        assertThat(rows.get(rows.size() - 1)).doesNotContainNull();
    }

    @ParameterizedTest
    @FieldSource("dev.aimonflink.query.serve.request.Catalogue#BENCHMARK")
    void shouldGiveOtherAnswersByAnotherSeed(String query) {
        Population other = new Population(POPULATION.schema(), SUBSCRIBERS, Population.SEED + 1);
        if (!query.equals("q2")) { // the highest cost there is, whoever paid it
            assertThat(other.answer(AskedQuery.withDefaults(query)))
                    .isNotEqualTo(POPULATION.answer(AskedQuery.withDefaults(query)));
        }
    }

    @Test
    void shouldTellASubscriberTheSameEachTime() {
        Population again = new Population(POPULATION.schema(), SUBSCRIBERS);
        for (long id = 0; id < 100; id++) {
            EntityRecord expected = POPULATION.subscriber(id);
            EntityRecord repeated = again.subscriber(id);
            assertThat(repeated.ints()).isEqualTo(expected.ints());
            assertThat(repeated.longs()).isEqualTo(expected.longs());
            assertThat(repeated.attributes()).isEqualTo(expected.attributes());
        }
    }

    @Test
    void shouldHaveBusyAndQuietSubscribersAndSomeWithoutProfile() {
        Set<Integer> calls = new HashSet<>();
        int withoutProfile = 0;
        for (long id = 0; id < SUBSCRIBERS; id++) {
            calls.add(POPULATION.subscriber(id).ints()[0]);
            withoutProfile += POPULATION.subscriber(id).attributes().isEmpty() ? 1 : 0;
        }
        assertThat(calls).contains(0, 1, Population.MEAN_CALLS).hasSizeGreaterThan(Population.MEAN_CALLS);
        assertThat(withoutProfile).isBetween(1, SUBSCRIBERS / Population.SUBSCRIBERS_PER_GAP * 2);
    }

    @Test
    void shouldRecomputeNoQueryThatIsNotOverAllSubscribers() {
        assertFails(IllegalArgumentException.class, () -> POPULATION.answer(AskedQuery.withDefaults("subscriber")))
                .hasMessage(
                        "query=subscriber is not recomputed. Give a query for one entity, or one of [q1, q2, q3, q4, q5, q6,"
                                + " q7, w2, w3, flat_rate].");
    }
}
