package dev.aimonflink.bench.harness;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

final class PlateauTest {
    private final Plateau plateau = new Plateau();

    @Test
    void shouldNotBeReachedWhileTheRateRises() {
        for (double perSecond = 1; perSecond < 100; perSecond *= 1.05) {
            assertThat(plateau.isReached(perSecond)).as("at %f", perSecond).isFalse();
        }
    }

    @Test
    void shouldBeReachedAfterAFewLooksWithoutARise() {
        assertThat(plateau.isReached(100)).isFalse();
        assertThat(plateau.isReached(102)).isFalse();
        assertThat(plateau.isReached(98)).isFalse();
        assertThat(plateau.isReached(101)).isTrue();
    }

    @Test
    void shouldBeginToCountAnewWithARise() {
        plateau.isReached(100);
        plateau.isReached(100);
        plateau.isReached(100);

        assertThat(plateau.isReached(150)).isFalse();
        assertThat(plateau.isReached(150)).isFalse();
        assertThat(plateau.isReached(150)).isFalse();
        assertThat(plateau.isReached(150)).isTrue();
    }

    @Test
    void shouldNotTakeTheWayBackFromABadLookForARise() {
        plateau.isReached(100);
        plateau.isReached(20);
        plateau.isReached(90);

        assertThat(plateau.isReached(100)).isTrue();
    }

    @Test
    void shouldWaitForWhatHasNotBegun() {
        for (int look = 0; look < 10; look++) {
            assertThat(plateau.isReached(0)).isFalse();
        }
    }

    @Test
    void shouldNoticeARiseThatIsSlowFromLookToLook() {
        plateau.isReached(100);
        plateau.isReached(102);
        plateau.isReached(102);

        assertThat(plateau.isReached(104))
                .as("more than the best that it counts from")
                .isFalse();
    }
}
