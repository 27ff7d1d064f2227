package dev.aimonflink.query.compute.partial;

import dev.aimonflink.matrix.format.Damage;
import dev.aimonflink.matrix.format.Golden;
import dev.aimonflink.matrix.format.MalformedException;
import dev.aimonflink.query.compute.aggregate.Count.Counts;
import dev.aimonflink.query.compute.aggregate.DistinctValues.Counted;
import dev.aimonflink.query.compute.aggregate.LongMoments;
import dev.aimonflink.query.compute.aggregate.States;
import dev.aimonflink.query.compute.aggregate.TooManyGroupsException;
import dev.aimonflink.query.compute.partial.EveryState.Column;
import dev.aimonflink.query.compute.partial.EveryState.Row;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import static dev.aimonflink.testing.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

class PartialFormTest {
    private static final List<Row> ROWS = List.of(
            new Row(1L, "Bern", Long.MAX_VALUE, 2.5, new byte[] {4, 1}),
            new Row(1L, "Bern", Long.MAX_VALUE, -2.5, new byte[] {4, 2}),
            new Row(null, "Zürich", -300, 0, new byte[0]),
            new Row(2L, null, 0, 1e300, new byte[] {}));

    /** Three groups with states of one kind. */
    private static Partial of(Column column) {
        return Partial.ofGroups(GroupLimit.orFail(4), EveryState.keysOf(ROWS), List.of(column.of(ROWS)));
    }

    private static String fileOf(Column column) {
        return "partial-v1-" + column.name().toLowerCase(Locale.ROOT).replace('_', '-') + ".hex";
    }

    @ParameterizedTest
    @EnumSource(Column.class)
    void shouldWriteTheBytesOfVersionOne(Column column) {
        assertThat(HexFormat.of().formatHex(of(column).toBytes()))
                .isEqualTo(HexFormat.of().formatHex(Golden.bytes(fileOf(column))));
    }

    @ParameterizedTest
    @EnumSource(Column.class)
    void shouldReadTheBytesOfVersionOne(Column column) throws IOException {
        byte[] golden = Golden.bytes(fileOf(column));
        assertThat(Partial.read(golden).toBytes()).isEqualTo(golden);
    }

    @Test
    void shouldWriteStatesOverNothingAndWithoutGroups() throws IOException {
        byte[] golden = Golden.bytes("partial-v1-nothing.hex");
        Partial nothing = Partial.of(EveryState.neutral());
        assertThat(HexFormat.of().formatHex(nothing.toBytes()))
                .isEqualTo(HexFormat.of().formatHex(golden));
        new OnePass("golden file", List.of()).check(Partial.read(golden), 0);
    }

    @Test
    void shouldTakeFewBytesForSumsThatFitSixtyFourBits() {
        byte[] one = sumOf(63);
        assertThat(sumOf(-64)).hasSameSizeAs(one);
        assertThat(sumOf(Long.MIN_VALUE)).hasSize(one.length + 9);
    }

    private static byte[] sumOf(long number) {
        LongMoments.Sums sum = new LongMoments.Sums(false);
        return Partial.of(sum.add(1, BigInteger.valueOf(number), BigInteger.ZERO))
                .toBytes();
    }

    /** Each kind is in bytes once: a new one needs a golden file and a place in {@link EveryState}. */
    @Test
    void shouldKnowEveryKind() {
        assertThat(Arrays.stream(EveryState.neutral()).map(States::kind).distinct())
                .containsExactlyInAnyOrderElementsOf(PartialForm.KINDS);
    }

    @Test
    void shouldRefuseOneValueMoreThanTheLimit() {
        Counted counts = new Counted(2);
        counts.addRow();
        counts.addTo(0, 1L).addTo(0, 2L).addTo(0, 1L);
        assertThat(counts.values(0)).containsExactly(1L, 2L);
        assertThat(counts.times(0)).containsExactly(2, 1);
        assertFails(TooManyGroupsException.class, () -> counts.addTo(0, 3L)).hasMessage("more than 2 different values");
    }

    /** Each type is in bytes once, and nulls are groups. */
    @Test
    void shouldWriteRowsOfEveryTypeAsKeys() throws IOException {
        Keys keys = new Keys(List.of(KeyOrder.USUAL, new KeyOrder(true, true)))
                .add(-7L, "Zürich")
                .add(null, null)
                .add(new BigDecimal("123456789012345678901234567890.12"), 0.5)
                .add(new BigDecimal("1.50"), true)
                .add(Instant.parse("2026-11-20T08:00:00.000001Z"), false);
        Partial partial = Partial.ofGroups(GroupLimit.orFail(5), keys, List.of());
        assertThat(HexFormat.of().formatHex(partial.toBytes()))
                .isEqualTo(HexFormat.of().formatHex(Golden.bytes("partial-v1-rows.hex")));
        Keys read = Partial.read(Golden.bytes("partial-v1-rows.hex")).keys();
        assertThat(IntStream.range(0, 5).mapToObj(row -> Arrays.asList(read.value(row, 0), read.value(row, 1))))
                .containsExactly(
                        List.of(-7L, "Zürich"),
                        List.of(new BigDecimal("1.50"), true),
                        List.of(new BigDecimal("123456789012345678901234567890.12"), 0.5),
                        List.of(Instant.parse("2026-11-20T08:00:00.000001Z"), false),
                        Arrays.asList(null, null));
    }

    @Test
    void shouldKeepTheFirstRowsInTheirOrder() throws IOException {
        List<KeyOrder> orders = List.of(new KeyOrder(true, true), new KeyOrder(false, true));
        Keys keys = new Keys(orders)
                .add(1L, "b")
                .add(2L, null)
                .add(null, "a")
                .add(2L, "a")
                .add(1L, "a");
        Partial read = Partial.read(
                Partial.ofGroups(GroupLimit.lowest(4), keys, List.of()).toBytes());
        Keys kept = read.keys();
        assertThat(IntStream.range(0, 4).mapToObj(row -> Arrays.asList(kept.value(row, 0), kept.value(row, 1))))
                .containsExactly(Arrays.asList(null, "a"), Arrays.asList(2L, null), List.of(2L, "a"), List.of(1L, "a"));
    }

    /** A text may become another on its way, if it is no valid Unicode. */
    @Test
    void shouldMergeGroupsThatBecameOneOnTheirWay() throws IOException {
        Keys keys = Keys.inUsualOrder(1).add("\uD800").add("?");
        Partial read = Partial.read(Partial.ofGroups(
                        GroupLimit.orFail(2), keys, List.of(new Counts().add(1).add(2)))
                .toBytes());
        assertThat(read.rows()).isEqualTo(1);
        assertThat(read.keys().value(0, 0)).isEqualTo("?");
        assertThat(read.states(0, Counts.class).count(0)).isEqualTo(3);
    }

    // ---- damage. Numbers have their sign in the lowest bit, so 02 is 1.

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            ""                     | A partial is damaged: a number goes beyond its 0 bytes.
            00                     | A partial has version 0; this release reads version 1. Use one release for the whole job.
            04                     | A partial has version 2; this release reads version 1. Use one release for the whole job.
            0200                   | A partial is damaged: groups=0 is outside 1..1000000.
            020204                 | A partial is damaged: flag=2 is outside 0..1.
            02020082               | A partial is damaged: a number goes beyond its 4 bytes.
            02020004               | A partial is damaged: flag=2 is outside 0..1.
            020200000000           | A partial is damaged: states=0 is outside 1..4096.
            020200000210           | A partial is damaged: kind=8 is outside 0..7.
            02020000020400         | A partial is damaged: form=0 is outside 1..1000000.
            020200000206           | A partial is damaged: a number goes beyond its 6 bytes.
            02020000020600         | A partial is damaged: rows=0 is outside 1..1.
            02020002824000         | A partial is damaged: width=4097 is outside 0..4096.
            020200020002060402     | A partial is damaged: rows=2 is outside 0..1.
            020200020200020602080800 | A partial is damaged: length=4 is outside 0..1.
            0202000002060201       | A partial is damaged: count=-1 is outside 0..9223372036854775807.
            020200000206020200     | A partial is damaged: 1 of its 9 bytes are left.
            02020000020c000218     | A partial is damaged: type of a value=12 is outside 0..11.
            02020000020a000202808004 | A partial is damaged: scale=32768 is outside 0..32767.
            02020000020a00020000000000 | A partial is damaged: a number has no digits.
            020200000204020204     | A partial is damaged: values=2 is outside 0..1.
            02020000020202020c020200000202 | A partial is damaged: a partial in a partial has partials.
            020200000206028080808080808080808000 | A partial is damaged: a number has more than 64 bits.
            """)
    void shouldSayWhatIsWrongWithDamagedBytes(String hex, String message) {
        byte[] bytes = HexFormat.of().parseHex(hex);
        assertFails(IOException.class, () -> Partial.read(bytes)).hasMessage(message);
    }

    @Test
    void shouldSurviveDamagedBytes() {
        List<byte[]> good = new ArrayList<>();
        Arrays.stream(Column.values()).forEach(column -> good.add(of(column).toBytes()));
        good.add(Partial.of(EveryState.neutral()).toBytes());
        Damage.survives(17, good, bytes -> {
            try {
                Partial read = Partial.read(bytes);
                // What can be read can be merged and written.
                read.merge(read).toBytes();
            } catch (IOException damaged) {
                throw new MalformedException(damaged.getMessage());
            }
        });
    }
}
