package dev.aimonflink.bench.peers;

import dev.aimonflink.bench.world.Population;
import dev.aimonflink.lab.twin.RowComparison;
import dev.aimonflink.matrix.calls.CallModel;
import dev.aimonflink.query.serve.request.AskedQuery;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class AdHocQueriesTest {
    private static final Population POPULATION =
            new Population(CallModel.schema(CallModel.AGGREGATES_PER_COPY), 5_000, 7);

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void shouldBeAnsweredAsDuckDbAnswersThem(int threads) {
        assertThat(AdHocQueries.names()).hasSize(20);
        try (Engine engine = new Engine(POPULATION, AdHocQueries.columns(), threads);
                DuckDbPeer peer = new DuckDbPeer(threads)) {
            peer.load(
                    POPULATION.schema(),
                    AdHocQueries.columns(),
                    LongStream.range(0, POPULATION.size()).mapToObj(POPULATION::subscriber));
            for (String name : AdHocQueries.names()) {
                AskedQuery asked = new AskedQuery(name, Map.of());
                List<List<Object>> ours = answer(engine, asked);
                List<List<Object>> theirs = answer(peer, asked);
                assertThat(ours).as(name).isNotEmpty();
                assertThat(RowComparison.areClose(ours, theirs))
                        .as("%s: %s beside %s", name, ours, theirs)
                        .isTrue();
            }
        }
    }

    private static List<List<Object>> answer(Contender contender, AskedQuery asked) {
        return contender.prepare(asked).values().iterator().next().ask();
    }
}
