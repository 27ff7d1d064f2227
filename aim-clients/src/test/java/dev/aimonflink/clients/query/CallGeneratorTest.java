package dev.aimonflink.clients.query;

import dev.aimonflink.matrix.calls.CallModel;
import dev.aimonflink.matrix.model.InvalidInputException;
import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.query.serve.request.Catalogue;
import dev.aimonflink.query.setup.Catalogues;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

import static dev.aimonflink.testing.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

class CallGeneratorTest {
    private static final long SEED = 42;
    private static final long SUBSCRIBERS = 10;
    private static final int DRAWS = 2_000;

    private final Catalogue catalogue = Catalogues.of(CallModel.schema(42));

    private static CallGenerator generator(ParameterRanges ranges) {
        return new CallGenerator(SEED, ranges, SUBSCRIBERS);
    }

    private Catalogue.Entry entry(String id) {
        return catalogue.entries().stream()
                .filter(entry -> entry.id().equals(id))
                .findFirst()
                .orElseThrow();
    }

    private Set<Object> drawn(ParameterRanges ranges, String query, String parameter) {
        CallGenerator generator = generator(ranges);
        Set<Object> values = new TreeSet<>();
        for (int i = 0; i < DRAWS; i++) {
            values.add(generator.next(entry(query), Map.of()).params().get(parameter));
        }
        return values;
    }

    private static Object[] from(long lowest, long highest) {
        return LongStream.rangeClosed(lowest, highest).boxed().toArray();
    }

    @Test
    void shouldDrawNumbersFromTheRangesOfThePapers() {
        assertThat(drawn(ParameterRanges.PAPER, "q1", "alpha")).containsExactly(from(0, 2));
        assertThat(drawn(ParameterRanges.PAPER, "q2", "beta")).containsExactly(from(2, 5));
        assertThat(drawn(ParameterRanges.PAPER, "w3", "beta")).containsExactly(from(2, 5));
        assertThat(drawn(ParameterRanges.PAPER, "q4", "gamma")).containsExactly(from(2, 10));
        assertThat(drawn(ParameterRanges.PAPER, "q4", "delta")).containsExactly(from(20, 150));
    }

    @Test
    void shouldDrawNumbersFromTheRangesOfTheOriginalCode() {
        assertThat(drawn(ParameterRanges.TELL, "q1", "alpha")).containsExactly(from(2, 10));
        assertThat(drawn(ParameterRanges.TELL, "q2", "beta")).containsExactly(from(2, 10));
        assertThat(drawn(ParameterRanges.TELL, "q4", "gamma")).containsExactly(from(2, 10));
        assertThat(drawn(ParameterRanges.TELL, "q4", "delta"))
                .allMatch(delta -> (Long) delta >= 200_000 && (Long) delta <= 1_500_000)
                .anyMatch(delta -> (Long) delta < 210_000)
                .anyMatch(delta -> (Long) delta > 1_490_000);
    }

    @Test
    void shouldDrawNamesFromTheDimensionTables() {
        assertThat(drawn(ParameterRanges.PAPER, "q5", "subscriptionType")).containsExactly("contract", "prepaid");
        assertThat(drawn(ParameterRanges.PAPER, "q5", "category")).containsExactly("business", "company", "private");
        assertThat(drawn(ParameterRanges.PAPER, "q6", "country"))
                .containsExactly("Argentina", "China", "Germany", "Switzerland");
        assertThat(drawn(ParameterRanges.PAPER, "q7", "cellValueType"))
                .containsExactly("gold", "none", "platinum", "silver");
    }

    @Test
    void shouldDrawSubscribers() {
        assertThat(drawn(ParameterRanges.PAPER, "subscriber", "subscriberId"))
                .containsExactly(from(0, SUBSCRIBERS - 1));
    }

    @Test
    void shouldDrawCallsThatTheCatalogueAccepts() {
        CallGenerator generator = generator(ParameterRanges.PAPER);
        for (Catalogue.Entry entry : catalogue.entries()) {
            assertThat(catalogue.bind(generator.next(entry, Map.of()))).isNotNull();
        }
    }

    @Test
    void shouldKeepWhatIsFixed() {
        AskedQuery call = generator(ParameterRanges.PAPER).next(entry("q4"), Map.of("gamma", 99L));
        assertThat(call.params()).containsEntry("gamma", 99L).containsOnlyKeys("gamma", "delta");
    }

    @Test
    void shouldRepeatItselfFromTheSameSeed() {
        List<List<AskedQuery>> runs = new ArrayList<>();
        for (int run = 0; run < 2; run++) {
            CallGenerator generator = generator(ParameterRanges.PAPER);
            List<AskedQuery> calls = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
                calls.add(generator.next(entry("q4"), Map.of()));
            }
            runs.add(calls);
        }
        assertThat(runs.get(0)).isEqualTo(runs.get(1));
    }

    @Test
    void shouldRefuseWhatIsNone() {
        assertFails(InvalidInputException.class, () -> new CallGenerator(SEED, ParameterRanges.PAPER, 0))
                .hasMessage("entities=0 leaves no entity to ask for. Give 1 or more.");
        assertFails(InvalidInputException.class, () -> ParameterRanges.of("papers"))
                .hasMessage("profile=papers is none. Give one of paper, tell.");
        assertThat(ParameterRanges.of("tell")).isEqualTo(ParameterRanges.TELL);
    }
}
