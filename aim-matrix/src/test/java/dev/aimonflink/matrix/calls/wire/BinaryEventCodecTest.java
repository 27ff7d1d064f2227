package dev.aimonflink.matrix.calls.wire;

import dev.aimonflink.matrix.calls.Event;
import dev.aimonflink.matrix.format.MalformedException;
import dev.aimonflink.matrix.setup.EventFormat;
import org.junit.jupiter.api.Test;

import static dev.aimonflink.testing.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class BinaryEventCodecTest {
    private final EventCodec codec = CallCodec.of(EventFormat.BINARY);

    @Test
    void shouldHaveTwentyFiveBytesAlways() {
        assertThat(codec.encode(new Event(0, 0, 0, 0, false))).hasSize(25);
        assertThat(codec.encode(new Event(-1, -1, -1, -1, true))).hasSize(25);
    }

    @Test
    void shouldRejectAnyOtherLength() {
        assertFails(MalformedException.class, () -> codec.decode(new byte[0]))
                .hasMessage("a binary event has 25 bytes, not 0");
        assertThatThrownBy(() -> codec.decode(new byte[24])).hasMessage("a binary event has 25 bytes, not 24");
        assertThatThrownBy(() -> codec.decode(new byte[26])).hasMessage("a binary event has 25 bytes, not 26");
    }

    @Test
    void shouldRejectAnyOtherFlag() {
        byte[] bytes = codec.encode(new Event(7, 0, 1, 1, true));
        bytes[24] = 2;
        assertFails(MalformedException.class, () -> codec.decode(bytes))
                .hasMessage("longDistance=2 is neither 0 nor 1");
    }
}
