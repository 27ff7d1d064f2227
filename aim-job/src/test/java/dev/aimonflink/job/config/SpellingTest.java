package dev.aimonflink.job.config;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class SpellingTest {
    private static final List<String> KNOWN = List.of("rate", "rates", "subscribers");

    @ParameterizedTest
    @ValueSource(strings = {"subscriber", "subscriberss", "subsKribers", "susbcribers", "sbscriberz"})
    void shouldFindWhatIsAFewSlipsAway(String written) {
        assertThat(Spelling.nearest(written, KNOWN)).contains("subscribers");
    }

    @Test
    void shouldPreferTheFewestSlipsAndThenTheFirst() {
        assertThat(Spelling.nearest("ratess", KNOWN)).contains("rates");
        assertThat(Spelling.nearest("rat", KNOWN)).contains("rate");
        assertThat(Spelling.nearest("ratex", KNOWN)).contains("rate");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "xyz", "subscript", "rapid-fire"})
    void shouldFindNothingWhereNothingIsNear(String written) {
        assertThat(Spelling.nearest(written, KNOWN)).isEmpty();
    }

    @Test
    void shouldFindNothingAmongNothing() {
        assertThat(Spelling.nearest("rate", List.of())).isEmpty();
    }
}
