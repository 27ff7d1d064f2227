package dev.aimonflink.matrix.calls.wire;

import dev.aimonflink.matrix.calls.Event;
import dev.aimonflink.matrix.format.Damage;
import dev.aimonflink.matrix.format.Golden;
import dev.aimonflink.matrix.format.MalformedException;
import dev.aimonflink.matrix.model.EventFaults;
import dev.aimonflink.matrix.model.InvalidInputException;
import dev.aimonflink.matrix.setup.EventFormat;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static dev.aimonflink.testing.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class EventCodecTest {
    private static final long DAY_START_MS = 1_795_132_800_000L;

    /** The events of the golden files, in their order. */
    private static final List<Event> GOLDEN = List.of(
            new Event(7, DAY_START_MS, 61, 1.25f, true),
            new Event(123_456, DAY_START_MS + 86_399_999, 3_600, 0.1f, false),
            new Event(Long.MAX_VALUE, EventFaults.MAX_TIMESTAMP_MS, Event.MAX_DURATION_SECONDS, Event.MAX_COST, false),
            new Event(Long.MIN_VALUE, EventFaults.MIN_TIMESTAMP_MS, 0, 0f, true));

    private static List<byte[]> golden(EventFormat format) {
        if (format == EventFormat.JSON) {
            return Golden.lines("event-v1.json").stream().map(Golden::utf8).toList();
        }
        return Golden.lines("event-v1." + format.label() + ".hex").stream()
                .map(HexFormat.of()::parseHex)
                .toList();
    }

    private static Event random(Random random) {
        return new Event(
                random.nextBoolean() ? random.nextInt(1_000_000) : random.nextLong(),
                random.nextLong(EventFaults.MIN_TIMESTAMP_MS, EventFaults.MAX_TIMESTAMP_MS + 1),
                random.nextInt(Event.MAX_DURATION_SECONDS + 1),
                random.nextInt(100 * (int) Event.MAX_COST + 1) / 100f,
                random.nextBoolean());
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "AVRO")
    void shouldDecodeGoldenBytes(EventFormat format) {
        EventCodec codec = CallCodec.of(format);
        assertThat(golden(format).stream().map(codec::decode)).isEqualTo(GOLDEN);
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "AVRO")
    void shouldEncodeToGoldenBytes(EventFormat format) {
        EventCodec codec = CallCodec.of(format);
        assertThat(GOLDEN.stream().map(codec::encode)).containsExactlyElementsOf(golden(format));
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "AVRO")
    void shouldDecodeWhatItEncoded(EventFormat format) {
        long seed = 1;
        Random random = new Random(seed);
        EventCodec codec = CallCodec.of(format);
        for (int i = 0; i < 10_000; i++) {
            Event event = random(random);
            assertThat(codec.decode(codec.encode(event)))
                    .as("seed=%d, i=%d", seed, i)
                    .isEqualTo(event);
        }
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "AVRO")
    void shouldDecodeEquallyWithAnotherInstance(EventFormat format) {
        Event event = GOLDEN.get(0);
        assertThat(CallCodec.of(format).encode(event))
                .isEqualTo(CallCodec.of(format).encode(event));
        assertThat(CallCodec.of(format).decode(CallCodec.of(format).encode(event)))
                .isEqualTo(event);
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "AVRO")
    void shouldThrowNothingButMalformedForAnyBytes(EventFormat format) {
        EventCodec codec = CallCodec.of(format);
        Damage.survives(2, golden(format), bytes -> {
            Event event = codec.decode(bytes);
            assertThat(event.fault()).isEmpty();
            assertThat(codec.decode(codec.encode(event))).isEqualTo(event);
        });
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "AVRO")
    void shouldDecodeAfterDamageAsBefore(EventFormat format) {
        EventCodec codec = CallCodec.of(format);
        byte[] good = codec.encode(GOLDEN.get(0));
        for (int length = 0; length < good.length; length++) {
            byte[] truncated = Arrays.copyOf(good, length);
            assertThatThrownBy(() -> codec.decode(truncated))
                    .as("length=%d", length)
                    .isInstanceOf(MalformedException.class);
            assertThat(codec.decode(good)).as("length=%d", length).isEqualTo(GOLDEN.get(0));
        }
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "AVRO")
    void shouldRejectTrailingBytes(EventFormat format) {
        EventCodec codec = CallCodec.of(format);
        byte[] good = codec.encode(GOLDEN.get(0));
        byte[] trailed = Arrays.copyOf(good, good.length + 1);
        trailed[good.length] = '1';
        assertFails(MalformedException.class, () -> codec.decode(trailed));
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "AVRO")
    void shouldRejectTombstones(EventFormat format) {
        assertFails(MalformedException.class, () -> CallCodec.of(format).decode(null))
                .hasMessage("the value is null: an event cannot be deleted");
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "AVRO")
    void shouldRejectFaultyEventsWithTheirFault(EventFormat format) {
        EventCodec codec = CallCodec.of(format);
        List<Event> faulty = List.of(
                new Event(7, DAY_START_MS, -1, 1f, false),
                new Event(7, DAY_START_MS, Event.MAX_DURATION_SECONDS + 1, 1f, false),
                new Event(7, DAY_START_MS, 1, -0.01f, false),
                new Event(7, DAY_START_MS, 1, Math.nextUp(Event.MAX_COST), false),
                new Event(7, -1, 1, 1f, false),
                new Event(7, EventFaults.MAX_TIMESTAMP_MS + 1, 1, 1f, false));
        for (Event event : faulty) {
            assertFails(MalformedException.class, () -> codec.decode(codec.encode(event)))
                    .hasMessageStartingWith(event.fault().orElseThrow().replaceFirst("\\.\\..*", ""));
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"BINARY", "KRYO"})
    void shouldRejectCostsThatAreNoNumber(EventFormat format) {
        EventCodec codec = CallCodec.of(format);
        for (float cost : new float[] {Float.NaN, Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY}) {
            assertFails(
                    MalformedException.class,
                    () -> codec.decode(codec.encode(new Event(7, DAY_START_MS, 1, cost, false))));
        }
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "AVRO")
    void shouldBeFoundByItsLabel(EventFormat format) {
        assertThat(EventFormat.of(format.label())).isSameAs(format);
    }

    @Test
    void shouldRefuseUnknownLabels() {
        assertFails(InvalidInputException.class, () -> EventFormat.of("xml"))
                .hasMessage("format=xml is not an event format. Use one of json, binary, kryo, avro.");
    }
}
