package dev.aimonflink.bench.experiment;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class CheckTest {
    @Test
    void shouldHoldAtItsLimitUnlessItIsToStayBelow() {
        assertThat(Check.atMost("a", 1.5, 1.5)).isEqualTo(new Check("a", 1.5, "<= 1.5", true));
        assertThat(Check.atLeast("a", 1.5, 1.5)).isEqualTo(new Check("a", 1.5, ">= 1.5", true));
        assertThat(Check.below("a", 1.5, 1.5)).isEqualTo(new Check("a", 1.5, "< 1.5", false));
    }

    @Test
    void shouldFailBeyondItsLimit() {
        assertThat(Check.atMost("a", 1.6, 1.5).holds()).isFalse();
        assertThat(Check.atLeast("a", 1.4, 1.5).holds()).isFalse();
        assertThat(Check.below("a", 1.6, 1.5).holds()).isFalse();
    }

    @Test
    void shouldFailForWhatIsNoNumber() {
        assertThat(Check.atMost("a", Double.NaN, 1).holds()).isFalse();
        assertThat(Check.atLeast("a", Double.NaN, 1).holds()).isFalse();
        assertThat(Check.below("a", Double.NaN, 1).holds()).isFalse();
    }

    @Test
    void shouldWriteLargeLimitsInFull() {
        assertThat(Check.atLeast("a", 1, 3e6).bound()).isEqualTo(">= 3000000");
        assertThat(Check.atMost("a", 1, 0).bound()).isEqualTo("<= 0");
    }
}
