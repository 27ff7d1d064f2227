package dev.aimonflink.bench.peers;

import dev.aimonflink.bench.world.BenchTime;
import dev.aimonflink.clients.query.CallGenerator;
import dev.aimonflink.clients.query.ParameterRanges;
import dev.aimonflink.matrix.calls.CallModel;
import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.query.serve.request.Catalogue;
import dev.aimonflink.query.setup.Catalogues;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class DuckDbPeerTest {
    private static final List<String> ZIPS =
            List.of("CH-1000", "CH-8000", "DE-80801", "ARG-B6500", "CHI-100000", "CHI-101500", "nowhere");

    private static final List<AskedQuery> CALLS_OF_NAMES_THAT_NOBODY_HAS = List.of(
            new AskedQuery("q5", Map.of("subscriptionType", "contract", "category", "it's nobody")),
            new AskedQuery("q5", Map.of("subscriptionType", "nothing", "category", "business")),
            new AskedQuery("q6", Map.of("country", "Atlantis")),
            new AskedQuery("q7", Map.of("cellValueType", "")));

    private static final List<AskedQuery> CALLS_OF_NUMBERS_THAT_NOBODY_EXCEEDS = List.of(
            new AskedQuery("q1", Map.of("alpha", 1_000_000_000_000L)),
            new AskedQuery("q2", Map.of("beta", 1_000_000_000_000L)),
            new AskedQuery("q4", Map.of("gamma", 1_000_000_000_000L, "delta", -1L)));

    private static final List<AskedQuery> CALLS_OF_NUMBERS_THAT_ALL_EXCEED = List.of(
            new AskedQuery("q1", Map.of("alpha", -1L)),
            new AskedQuery("q2", Map.of("beta", -1L)),
            new AskedQuery("q4", Map.of("gamma", -1L, "delta", -1L)));

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void shouldAnswerAsThePlainModelWhateverTheParameters(int threads) {
        for (long seed = 1; seed <= 3; seed++) {
            Subscribers subscribers = drawn(seed);
            try (DuckDbPeer peer = subscribers.inDuckDb(threads)) {
                String which = "seed=" + seed + ", threads=" + threads;
                for (AskedQuery call : drawnCalls(seed)) {
                    assertAnswersAlike(peer, subscribers, call, which);
                }
                CALLS_OF_NAMES_THAT_NOBODY_HAS.forEach(call -> assertAnswersAlike(peer, subscribers, call, which));
                CALLS_OF_NUMBERS_THAT_NOBODY_EXCEEDS.forEach(
                        call -> assertAnswersAlike(peer, subscribers, call, which));
                CALLS_OF_NUMBERS_THAT_ALL_EXCEED.forEach(call -> assertAnswersAlike(peer, subscribers, call, which));
            }
        }
    }

    /** Some without calls, some without a profile, some with keys that no table has; short calls, so that many tie. */
    private static Subscribers drawn(long seed) {
        Random random = new Random(seed);
        Subscribers subscribers = new Subscribers();
        for (long id = 0; id < 3000; id++) {
            if (random.nextInt(10) > 0) {
                subscribers.profile(
                        id,
                        ZIPS.get(random.nextInt(ZIPS.size())),
                        random.nextInt(5),
                        random.nextInt(4),
                        random.nextInt(5));
            }
            for (int calls = random.nextInt(15); calls > 0; calls--) {
                long timestampMs = random.nextBoolean() ? BenchTime.NOW_MS : BenchTime.YESTERDAY_MS;
                subscribers.call(
                        id, timestampMs, random.nextInt(100), random.nextInt(10_000) / 100f, random.nextBoolean());
            }
        }
        return subscribers;
    }

    private static List<AskedQuery> drawnCalls(long seed) {
        CallGenerator generator = new CallGenerator(seed, ParameterRanges.PAPER, 1);
        return Catalogues.of(CallModel.schema(42)).entries().stream()
                .filter(query -> Catalogue.BENCHMARK.contains(query.id()))
                .flatMap(query -> generatedCalls(generator, query).stream())
                .toList();
    }

    private static List<AskedQuery> generatedCalls(CallGenerator generator, Catalogue.Entry query) {
        return Stream.generate(() -> generator.next(query, Map.of())).limit(10).toList();
    }

    private static void assertAnswersAlike(DuckDbPeer peer, Subscribers subscribers, AskedQuery call, String which) {
        List<List<Object>> expected = subscribers.answer(call);
        Map<String, Contender.Question> questions = peer.prepare(call);
        assertThat(questions).isNotEmpty();
        questions.forEach((way, question) ->
                assertThat(question.ask()).as("%s, %s, %s", call, way, which).isEqualTo(expected));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void shouldGiveATieToTheLowestId(int threads) {
        Subscribers subscribers = new Subscribers()
                .profile(5, "CH-1000", 0, 0, 0)
                .call(5, BenchTime.NOW_MS, 60, 1f, false)
                .profile(7, "CH-8000", 0, 0, 0)
                .call(7, BenchTime.NOW_MS, 60, 1f, false)
                .profile(8, "CH-8000", 0, 0, 0)
                .call(8, BenchTime.NOW_MS, 59, 1f, false)
                .profile(3, "DE-80801", 0, 0, 0)
                .call(3, BenchTime.NOW_MS, 60, 1f, false);
        assertAnswers(
                subscribers,
                threads,
                new AskedQuery("q6", Map.of("country", "Switzerland")),
                List.of(
                        Arrays.asList("local", "day", 5L, 60L),
                        Arrays.asList("local", "week", 5L, 60L),
                        Arrays.asList("long_distance", "day", null, null),
                        Arrays.asList("long_distance", "week", null, null)));
    }

    @Test
    void shouldCountSubscribersWithoutProfileOnlyWhereNothingIsJoined() {
        Subscribers subscribers = new Subscribers().call(1, BenchTime.NOW_MS, 60, 1.25f, false);
        assertAnswers(subscribers, 1, new AskedQuery("q1", Map.of("alpha", 0L)), List.of(List.of(60.0)));
        assertAnswers(subscribers, 1, new AskedQuery("q4", Map.of("gamma", 0L, "delta", 0L)), List.of());
    }

    @Test
    void shouldAnswerNullOverNobody() {
        Subscribers nobody = new Subscribers();
        List<List<Object>> nothing = List.of(Arrays.asList((Object) null));
        assertAnswers(nobody, 1, new AskedQuery("q1", Map.of("alpha", 0L)), nothing);
        assertAnswers(nobody, 1, new AskedQuery("q2", Map.of("beta", 0L)), nothing);
        assertAnswers(nobody, 1, new AskedQuery("q3", Map.of()), List.of());
        assertAnswers(nobody, 1, new AskedQuery("q7", Map.of("cellValueType", "gold")), nothing);
    }

    private static void assertAnswers(
            Subscribers subscribers, int threads, AskedQuery call, List<List<Object>> expected) {
        try (DuckDbPeer peer = subscribers.inDuckDb(threads)) {
            peer.prepare(call)
                    .forEach((way, question) ->
                            assertThat(question.ask()).as("%s, %s", call, way).isEqualTo(expected));
        }
    }

    @Test
    void shouldTellWhatItRunsOn() {
        try (DuckDbPeer peer = new Subscribers().inDuckDb(3)) {
            assertThat(peer.configuration())
                    .containsEntry("threads", "3")
                    .containsEntry("preserve_insertion_order", "true")
                    .hasEntrySatisfying(
                            "version", version -> assertThat((String) version).startsWith("v1.5."));
        }
    }
}
