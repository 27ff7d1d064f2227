package dev.aimonflink.clients.rule;

import dev.aimonflink.matrix.model.EntityId;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class EntitySampleTest {
    private static final int MANY = 100_000;

    @ParameterizedTest
    @CsvSource({"1%, 0.01", "0.5%, 0.005", "0.01, 0.01", "100%, 1", "1, 1", "1e-3, 0.001", "12.5%, 0.125"})
    void shouldReadAPercentageOrAFraction(String text, double share) {
        assertThat(EntitySample.parse(text).share()).isEqualTo(share);
    }

    @ParameterizedTest
    @CsvSource({"1%", "10%", "50%", "100%"})
    void shouldHaveItsShareOfNumbersInARowAndOfTexts(String text) {
        EntitySample sample = EntitySample.parse(text);
        assertThat(IntStream.range(0, MANY)
                                .filter(i -> sample.includes(EntityId.of(i)))
                                .count()
                        / (double) MANY)
                .isBetween(0.9 * sample.share(), 1.1 * sample.share());
        assertThat(IntStream.range(0, MANY)
                                .filter(i -> sample.includes(EntityId.of("card-" + i)))
                                .count()
                        / (double) MANY)
                .isBetween(0.9 * sample.share(), 1.1 * sample.share());
    }

    /** So a smaller sample is a part of a larger one, and the same today and tomorrow. */
    @ParameterizedTest
    @CsvSource({"1%, 2%", "20%, 100%"})
    void shouldBePartOfALargerOne(String small, String large) {
        assertThat(IntStream.range(0, MANY).mapToObj(EntityId::of))
                .allMatch(key -> !EntitySample.parse(small).includes(key)
                        || EntitySample.parse(large).includes(key));
    }
}
