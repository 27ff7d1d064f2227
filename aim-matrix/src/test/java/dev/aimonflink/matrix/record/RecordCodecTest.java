package dev.aimonflink.matrix.record;

import dev.aimonflink.matrix.calls.CallFilter;
import dev.aimonflink.matrix.calls.CallModel;
import dev.aimonflink.matrix.calls.CallProfiles;
import dev.aimonflink.matrix.calls.Profile;
import dev.aimonflink.matrix.format.Golden;
import dev.aimonflink.matrix.layout.CellLayout;
import dev.aimonflink.matrix.layout.MatrixSchema;
import dev.aimonflink.matrix.layout.WindowClock;
import dev.aimonflink.matrix.model.Attributes;
import dev.aimonflink.matrix.model.EntityId;
import dev.aimonflink.matrix.model.Window;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

import static dev.aimonflink.testing.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class RecordCodecTest {
    private static final long FRIDAY_MS = 1_795_132_800_000L;
    private static final Profile PROFILE = new Profile(7, "CH-8000", 2, 1, 3);

    /** The offset of the numbers: after version and length. */
    private static final int BODY_AT = Byte.BYTES + Integer.BYTES;

    private static byte[] write(EntityRecord record) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        RecordCodec.write(record, new DataOutputStream(bytes));
        return bytes.toByteArray();
    }

    private static EntityRecord read(byte[] bytes) throws IOException {
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
        EntityRecord record = RecordCodec.read(in);
        assertThat(in.available()).as("bytes left").isZero();
        return record;
    }

    /** A local call of 61 s for 1.25 today, and a long-distance call of an hour for 100,000.00 earlier this week. */
    private static EntityRecord golden(Profile profile) {
        EntityRecord record = golden(profile, CallModel.schema(42).fingerprint());
        record.renew(FRIDAY_MS);
        return record;
    }

    private static EntityRecord golden(Profile profile, long fingerprint) {
        MatrixSchema schema = CallModel.schema(42);
        CellLayout layout = schema.layout();
        WindowClock clock = new WindowClock(schema.windows(), ZoneOffset.UTC);
        clock.advance(FRIDAY_MS);
        EntityRecord record = EntityRecord.empty(EntityId.of(7), fingerprint, layout, 2);
        record.turnTo(clock, layout);
        int day = schema.indexOf(Window.DAY);
        int week = schema.indexOf(Window.WEEK);
        for (CallFilter filter : List.of(CallFilter.ALL, CallFilter.LOCAL)) {
            PlainCells.add(record, schema, filter, day, 61, 125);
            PlainCells.add(record, schema, filter, week, 61, 125);
        }
        PlainCells.add(record, schema, CallFilter.ALL, week, 3_600, 10_000_000);
        PlainCells.add(record, schema, CallFilter.LONG_DISTANCE, week, 3_600, 10_000_000);
        record.attributes(CallProfiles.attributes(profile));
        return record;
    }

    @Test
    void shouldReadGoldenBytes() throws IOException {
        assertThat(read(Golden.bytes("record-v1-42-aggregates-timed.hex"))).isEqualTo(golden(PROFILE));
        assertThat(read(Golden.bytes("record-v1-42-aggregates-no-profile-timed.hex")))
                .isEqualTo(golden(null));
        assertThat(read(Golden.bytes("record-v1-text-key.hex"))).isEqualTo(goldenOfText());
    }

    /** Of the last event they have the hour alone: nobody has been silent for longer than since its end. */
    @Test
    void shouldReadGoldenBytesOfAnEarlierRelease() throws IOException {
        assertThat(read(Golden.bytes("record-v1-42-aggregates.hex"))).isEqualTo(ofHour(golden(PROFILE)));
        assertThat(read(Golden.bytes("record-v1-42-aggregates-no-profile.hex"))).isEqualTo(ofHour(golden(null)));
    }

    private static EntityRecord ofHour(EntityRecord record) {
        record.lastEventMs(FRIDAY_MS - FRIDAY_MS % 3_600_000 + 3_599_999);
        return record;
    }

    @Test
    void shouldWriteGoldenBytes() throws IOException {
        assertThat(write(golden(PROFILE))).isEqualTo(Golden.bytes("record-v1-42-aggregates-timed.hex"));
        assertThat(write(golden(null))).isEqualTo(Golden.bytes("record-v1-42-aggregates-no-profile-timed.hex"));
        assertThat(write(goldenOfText())).isEqualTo(Golden.bytes("record-v1-text-key.hex"));
    }

    /** With each kind of attribute. */
    private static EntityRecord goldenOfText() {
        Attributes attributes = Attributes.of("Z\u00fcrich", null, true, false, -7L, 0.5, "");
        return new EntityRecord(
                EntityId.of("sensor-\u00e4"), 1L, new int[] {5}, new int[] {1}, new long[] {-2}, attributes);
    }

    @Test
    void shouldReadWhatItWroteOfAnySchema() throws IOException {
        long seed = 11;
        Random random = new Random(seed);
        for (int copies : new int[] {0, 1, 2, 13}) {
            EntityRecord record = new EntityRecord(
                    random.nextBoolean() ? EntityId.of(random.nextLong()) : EntityId.of("\u00fc" + random.nextLong()),
                    random.nextLong(),
                    random.ints(random.nextInt(4)).toArray(),
                    random.ints(24L * copies).toArray(),
                    random.longs(18L * copies).toArray(),
                    Attributes.NONE);
            record.mark(random.nextBoolean() ? 0 : random.nextInt(Integer.MAX_VALUE));
            if (random.nextBoolean()) {
                record.renew(random.nextInt(Integer.MAX_VALUE));
                record.attributes(Attributes.of(
                        null, "Z\u00fcrich \ud83d\ude80".repeat(random.nextInt(50)), random.nextLong(), true));
            }
            assertThat(read(write(record)))
                    .as("seed=%d, copies=%d", seed, copies)
                    .isEqualTo(record);
        }
    }

    @Test
    void shouldKeepTheExtremesOfEmptyAggregates() throws IOException {
        MatrixSchema schema = CallModel.schema(CallModel.DEFAULT_AGGREGATES);
        EntityRecord empty = EntityRecord.empty(
                EntityId.of(Long.MIN_VALUE),
                schema.fingerprint(),
                schema.layout(),
                schema.windows().size());
        assertThat(read(write(empty))).isEqualTo(empty);
    }

    @Test
    void shouldShareEqualZips() throws IOException {
        byte[] bytes = write(golden(PROFILE));
        assertThat(read(bytes).attributes().value(0))
                .isSameAs(read(bytes).attributes().value(0));
    }

    @Test
    void shouldRefuseAnotherVersion() {
        byte[] bytes = Golden.bytes("record-v1-42-aggregates.hex");
        bytes[0] = 5;
        assertFails(IOException.class, () -> read(bytes))
                .hasMessage("A stored record has version 5; this release reads version 1."
                        + " Use the release that wrote it, or a newer one.");
    }

    @Test
    void shouldRefuseLengthsThatNoSchemaHas() {
        for (int length : new int[] {-1, (1 << 25) + 1, Integer.MAX_VALUE}) {
            byte[] bytes = Golden.bytes("record-v1-42-aggregates.hex");
            ByteBuffer.wrap(bytes).putInt(Byte.BYTES, length);
            assertFails(IOException.class, () -> read(bytes))
                    .hasMessage("A stored record is damaged: length=" + length + " is outside 0..33554432");
        }
    }

    @Test
    void shouldReadTheLongestArrays() throws IOException {
        EntityRecord longest = new EntityRecord(
                EntityId.of(7), 1L, new int[0], new int[1 << 20], new long[1 << 20], CallProfiles.attributes(PROFILE));
        assertThat(read(write(longest))).isEqualTo(longest);
    }

    @Test
    void shouldNoticeTruncation() {
        byte[] bytes = Golden.bytes("record-v1-42-aggregates.hex");
        for (int length = 0; length < bytes.length; length++) {
            byte[] truncated = Arrays.copyOf(bytes, length);
            assertThatThrownBy(() -> read(truncated)).as("length=%d", length).isInstanceOf(EOFException.class);
        }
    }

    @Test
    void shouldReadWhatItWroteOfAnyMixOfEmptyAndOther() throws IOException {
        long seed = 12;
        Random random = new Random(seed);
        for (int round = 0; round < 3000; round++) {
            int[] ints = random.ints(random.nextInt(40)).toArray();
            long[] longs = random.longs(random.nextInt(40)).toArray();
            int inTen = random.nextInt(11);
            for (int i = 0; i < ints.length; i++) {
                ints[i] = mostlyEmpty(random, inTen, ints[i], new int[] {0, 0, Integer.MAX_VALUE, Integer.MIN_VALUE});
            }
            for (int i = 0; i < longs.length; i++) {
                longs[i] = mostlyEmpty(random, inTen, longs[i], new long[] {0, 0, Long.MAX_VALUE, Long.MIN_VALUE});
            }
            EntityRecord record = new EntityRecord(EntityId.of(round), seed, new int[2], ints, longs, Attributes.NONE);
            assertThat(read(write(record)).ints())
                    .as("seed=%d, round=%d", seed, round)
                    .isEqualTo(ints);
            assertThat(read(write(record)).longs())
                    .as("seed=%d, round=%d", seed, round)
                    .isEqualTo(longs);
        }
    }

    private static int mostlyEmpty(Random random, int inTen, int value, int[] empty) {
        return random.nextInt(10) < inTen ? empty[random.nextInt(4)] : value % 3 == 0 ? value : value % 100;
    }

    private static long mostlyEmpty(Random random, int inTen, long value, long[] empty) {
        return random.nextInt(10) < inTen ? empty[random.nextInt(4)] : value % 3 == 0 ? value : value % 100;
    }

    @Test
    void shouldSpendAlmostNothingOnARecordWithoutCalls() throws IOException {
        for (int aggregates : new int[] {42, 546, 65_520}) {
            MatrixSchema schema = CallModel.schema(aggregates);
            EntityRecord empty = EntityRecord.empty(EntityId.of(7), schema.fingerprint(), schema.layout(), 2);
            assertThat(write(empty)).as("%d aggregates", aggregates).hasSizeLessThan(48);
        }
    }

    @Test
    void shouldSpendAlmostNothingOnTheDayOfThoseWhoCalledYesterday() throws IOException {
        MatrixSchema schema = CallModel.schema(546);
        EntityRecord record = EntityRecord.empty(EntityId.of(7), schema.fingerprint(), schema.layout(), 2);
        PlainCells.add(record, schema, CallFilter.ALL, schema.indexOf(Window.WEEK), 61, 125);
        int week = write(record).length;
        PlainCells.add(record, schema, CallFilter.ALL, schema.indexOf(Window.DAY), 61, 125);
        assertThat(write(record).length - week).as("bytes of a day").isGreaterThan(13 * 7);
    }

    @Test
    void shouldSurviveDamagedBytes() {
        long seed = 13;
        Random random = new Random(seed);
        int refused = 0;
        for (int round = 0; round < 20_000; round++) {
            byte[] bytes = Golden.bytes("record-v1-42-aggregates.hex");
            for (int i = random.nextInt(3); i >= 0; i--) {
                bytes[BODY_AT + random.nextInt(bytes.length - BODY_AT)] = (byte) random.nextInt();
            }
            try {
                read(bytes);
            } catch (IOException damaged) {
                assertThat(damaged)
                        .as("seed=%d, round=%d", seed, round)
                        .hasMessageStartingWith("A stored record is damaged");
                refused++;
            }
        }
        assertThat(refused).as("seed=%d", seed).isPositive();
    }
}
