package dev.aimonflink.job.message;

import dev.aimonflink.job.message.BroadcastInput.SecondRound;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class RoundSealTest {
    private static final SecondRound ROUND =
            new SecondRound("aim.queries.v1-0-42", new Execution(7, 11), new byte[] {1, 2, 3});

    private final RoundSeal seal = RoundSeal.fresh();

    @Test
    void shouldOpenWhatItSealed() {
        byte[] sealed = seal.seal(ROUND);
        assertThat(RoundSeal.isRound(sealed)).isTrue();
        assertThat(seal.open(sealed)).usingRecursiveComparison().isEqualTo(ROUND);
    }

    @Test
    void shouldOpenNothingThatAnyoneElseSealedOrChanged() {
        byte[] sealed = seal.seal(ROUND);
        assertThat(RoundSeal.fresh().open(sealed)).isNull();
        for (int changed = 1; changed < sealed.length; changed++) {
            byte[] other = sealed.clone();
            other[changed] ^= 1;
            assertThat(seal.open(other)).as("byte %d", changed).isNull();
        }
        assertThat(RoundSeal.mayBeSealed(new byte[33])).isFalse();
        assertThat(RoundSeal.mayBeSealed(sealed)).isTrue();
        for (int length = 1; length < sealed.length; length++) {
            assertThat(seal.open(Arrays.copyOf(sealed, length)))
                    .as("length=%d", length)
                    .isNull();
        }
    }

    @Test
    void shouldTakeNoRequestForARound() {
        assertThat(RoundSeal.isRound(null)).isFalse();
        assertThat(RoundSeal.isRound(new byte[0])).isFalse();
        assertThat(RoundSeal.isRound("{\"query\":\"q1\"}".getBytes(StandardCharsets.UTF_8)))
                .isFalse();
        assertThat(RoundSeal.isRound("11".getBytes(StandardCharsets.UTF_8))).isFalse();
    }
}
