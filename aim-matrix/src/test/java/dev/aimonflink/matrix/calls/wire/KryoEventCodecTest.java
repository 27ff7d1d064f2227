package dev.aimonflink.matrix.calls.wire;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.io.Output;
import dev.aimonflink.matrix.calls.Event;
import dev.aimonflink.matrix.format.MalformedException;
import dev.aimonflink.matrix.setup.EventFormat;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

import static dev.aimonflink.testing.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class KryoEventCodecTest {
    private static final Event USUAL = new Event(999_999, 1_795_132_800_000L, 9_999, 99.99f, true);

    private final EventCodec codec = CallCodec.of(EventFormat.KRYO);

    /** Writes with a plain Kryo, which refers to classes by name or by the registrations that every Kryo has. */
    private static byte[] writtenByOthers(Object value) {
        Kryo kryo = new Kryo();
        kryo.setRegistrationRequired(false);
        Output output = new Output(64, 4096);
        kryo.writeClassAndObject(output, value);
        return output.toBytes();
    }

    @Test
    void shouldTakeSeventeenBytesForTheUsualEvent() {
        assertThat(codec.encode(USUAL)).hasSize(17);
    }

    @Test
    void shouldEncodeTheLargestEventThereCanBe() {
        Event largest = new Event(-1, -1, -1, Float.MAX_VALUE, true);
        assertThat(codec.encode(largest)).hasSize(29);
    }

    @Test
    void shouldRejectUnknownClassIds() {
        byte[] bytes = codec.encode(USUAL);
        for (int code = 0; code < 0x80; code++) {
            if (code != bytes[0]) {
                byte[] other = bytes.clone();
                other[0] = (byte) code;
                assertFails(MalformedException.class, () -> codec.decode(other))
                        .hasMessage("kryo class code " + code + " is not the event's, 12");
            }
        }
    }

    @Test
    void shouldRejectOtherObjectsWhoeverWroteThem() {
        for (Object other : new Object[] {"an event", 7L, null, List.of("an event")}) {
            assertFails(MalformedException.class, () -> codec.decode(writtenByOthers(other)));
        }
    }

    @Test
    void shouldDistinguishTruncatedFromTrailedEvents() {
        byte[] bytes = codec.encode(USUAL);
        assertFails(MalformedException.class, () -> codec.decode(Arrays.copyOf(bytes, 16)))
                .hasMessage("a kryo event ends early, after 16 bytes");
        assertThatThrownBy(() -> codec.decode(new byte[0])).hasMessage("a kryo event ends early, after 0 bytes");
        assertFails(MalformedException.class, () -> codec.decode(Arrays.copyOf(bytes, 19)))
                .hasMessage("a kryo event is followed by 2 bytes");
    }

    @Test
    void shouldRejectAnyOtherFlag() {
        byte[] bytes = codec.encode(USUAL);
        bytes[16] = -1;
        assertFails(MalformedException.class, () -> codec.decode(bytes))
                .hasMessage("longDistance=-1 is neither 0 nor 1");
    }
}
