package dev.aimonflink.core.calls.wire;

import dev.aimonflink.core.calls.Event;
import dev.aimonflink.core.format.MalformedException;
import dev.aimonflink.core.setup.EventFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class AvroEventCodecTest {
    private static final long SEED = 7;
    private static final int CALLS = 1_000;
    private static final long NOON_MS = 1_795_219_199_999L;

    private final EventCodec codec = EventFormat.AVRO.newCodec();

    @Test
    void shouldDecodeWhatItEncoded() {
        Random random = new Random(SEED);
        for (int i = 0; i < CALLS; i++) {
            Event call = new Event(
                    random.nextLong(),
                    NOON_MS + random.nextInt(1_000_000),
                    random.nextInt(604_801),
                    random.nextInt(10_000_001) / 100f,
                    random.nextBoolean());
            assertThat(codec.decode(codec.encode(call)))
                    .as("seed=%d, i=%d", SEED, i)
                    .isEqualTo(call);
        }
    }

    @Test
    void shouldRoundCostsToCents() {
        Event call = codec.decode(codec.encode(new Event(7, NOON_MS, 60, 1.2345f, false)));
        assertThat(call.cost()).isEqualTo(1.23f);
    }

    @Test
    void shouldRefuseACallThatTheMatrixCannotCount() {
        byte[] tooLong = codec.encode(new Event(7, NOON_MS, 604_801, 1, false));
        assertThatThrownBy(() -> codec.decode(tooLong))
                .isInstanceOf(MalformedException.class)
                .hasMessage("durationSeconds=604801 is outside 0..604800");
    }
}
