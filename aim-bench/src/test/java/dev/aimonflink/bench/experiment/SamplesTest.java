package dev.aimonflink.bench.experiment;

import org.junit.jupiter.api.Test;

import static dev.aimonflink.testing.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

class SamplesTest {
    @Test
    void shouldTellTheSpreadOfAnOddNumber() {
        Samples samples = new Samples(3, 1, 2);
        assertThat(samples.count()).isEqualTo(3);
        assertThat(samples.min()).isEqualTo(1);
        assertThat(samples.median()).isEqualTo(2);
        assertThat(samples.max()).isEqualTo(3);
    }

    @Test
    void shouldHalveTheMiddleOfAnEvenNumber() {
        assertThat(new Samples(4, 1, 3, 10).median()).isEqualTo(3.5);
    }

    @Test
    void shouldPairSamplesInOrderOfTime() {
        Samples ratios = new Samples(9, 2, 8).over(new Samples(3, 1, 2));
        assertThat(ratios.median()).isEqualTo(3);
        assertThat(ratios.min()).isEqualTo(2);
        assertThat(ratios.max()).isEqualTo(4);
    }

    @Test
    void shouldSubtractWhatWasTakenBeside() {
        Samples differences = new Samples(9, 2, 8).less(new Samples(3, 1, 10));
        assertThat(differences.median()).isEqualTo(1);
        assertThat(differences.min()).isEqualTo(-2);
        assertThat(differences.max()).isEqualTo(6);
    }

    @Test
    void shouldMapEachSample() {
        Samples rates = new Samples(2, 4).map(seconds -> 1 / seconds);
        assertThat(rates.max()).isEqualTo(0.5);
        assertThat(rates.min()).isEqualTo(0.25);
    }

    @Test
    void shouldNotChangeWithTheArrayItWasGiven() {
        double[] values = {1, 2};
        Samples samples = new Samples(values);
        values[0] = 100;
        assertThat(samples.max()).isEqualTo(2);
    }

    @Test
    void shouldRefuseNoSamples() {
        assertFails(IllegalArgumentException.class, Samples::new).hasMessage("There are no samples.");
    }

    @Test
    void shouldRefuseSamplesWithoutAPartner() {
        assertFails(IllegalArgumentException.class, () -> new Samples(1, 2).over(new Samples(1)))
                .hasMessage("2 samples do not pair with 1.");
    }

    @Test
    void shouldTakeAllOverAllWhereOneIsZero() {
        assertThat(new Samples(2, 4, 6).overOrAll(new Samples(1, 0, 2)).median())
                .isEqualTo(4);
        assertThat(new Samples(2, 4, 6).overOrAll(new Samples(1, 2, 2)).count()).isEqualTo(3);
    }

    @Test
    void shouldTakeTheLastSampleAndEverySoManyBeforeIt() {
        Samples apart = new Samples(1, 2, 3, 4, 5, 6, 7).everyFromLast(3);
        assertThat(apart.count()).isEqualTo(3);
        assertThat(apart.min()).isEqualTo(1);
        assertThat(apart.median()).isEqualTo(4);
        assertThat(apart.max()).isEqualTo(7);
        assertThat(new Samples(9).everyFromLast(20).max()).isEqualTo(9);
    }
}
