package dev.aimonflink.bench.experiment;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class DemandTest {
    @Test
    void shouldHoldAtItsLimitUnlessItIsToStayBelow() {
        assertThat(Demand.atMost("a", 1.5, 1.5)).isEqualTo(new Demand("a", 1.5, "<= 1.5", true));
        assertThat(Demand.atLeast("a", 1.5, 1.5)).isEqualTo(new Demand("a", 1.5, ">= 1.5", true));
        assertThat(Demand.below("a", 1.5, 1.5)).isEqualTo(new Demand("a", 1.5, "< 1.5", false));
    }

    @Test
    void shouldFailBeyondItsLimit() {
        assertThat(Demand.atMost("a", 1.6, 1.5).holds()).isFalse();
        assertThat(Demand.atLeast("a", 1.4, 1.5).holds()).isFalse();
        assertThat(Demand.below("a", 1.6, 1.5).holds()).isFalse();
    }

    @Test
    void shouldFailForWhatIsNoNumber() {
        assertThat(Demand.atMost("a", Double.NaN, 1).holds()).isFalse();
        assertThat(Demand.atLeast("a", Double.NaN, 1).holds()).isFalse();
        assertThat(Demand.below("a", Double.NaN, 1).holds()).isFalse();
    }

    @Test
    void shouldWriteLargeLimitsInFull() {
        assertThat(Demand.atLeast("a", 1, 3e6).bound()).isEqualTo(">= 3000000");
        assertThat(Demand.atMost("a", 1, 0).bound()).isEqualTo("<= 0");
    }
}
