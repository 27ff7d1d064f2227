package dev.aimonflink.core.partial;

import dev.aimonflink.core.format.Damage;
import dev.aimonflink.core.format.Golden;
import dev.aimonflink.core.format.MalformedException;
import dev.aimonflink.core.model.EntityId;
import dev.aimonflink.core.partial.EveryState.Row;
import java.io.IOException;
import java.math.BigDecimal;
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

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class PartialFormTest {
    private static final List<Row> ROWS = List.of(
            new Row(EntityId.of(7), 1L, "Bern", Long.MAX_VALUE, 3, 2.5, new byte[] {4, 1}),
            new Row(EntityId.of(-8), 1L, "Bern", Long.MAX_VALUE, 2, -2.5, new byte[] {4, 2}),
            new Row(EntityId.of("card 9"), null, "Zürich", -300, 1, 0, new byte[0]),
            new Row(EntityId.of(10), 2L, null, 0, Long.MAX_VALUE, 1e300, new byte[] {}));

    /** Three groups with states of one kind. */
    private static Partial ofKind(StateKind kind) {
        return Partial.ofGroups(
                GroupLimit.orFail(4),
                List.of(EveryState.groupsOf(ROWS), EveryState.namesOf(ROWS)),
                List.of(EveryState.states(ROWS).get(kind.ordinal())));
    }

    private static String fileOf(StateKind kind) {
        return "partial-v1-" + kind.name().toLowerCase(Locale.ROOT).replace('_', '-') + ".hex";
    }

    @ParameterizedTest
    @EnumSource(StateKind.class)
    void shouldWriteTheBytesOfVersionOne(StateKind kind) {
        assertThat(HexFormat.of().formatHex(ofKind(kind).toBytes()))
                .isEqualTo(HexFormat.of().formatHex(Golden.bytes(fileOf(kind))));
    }

    @ParameterizedTest
    @EnumSource(StateKind.class)
    void shouldReadTheBytesOfVersionOne(StateKind kind) throws IOException {
        byte[] golden = Golden.bytes(fileOf(kind));
        assertThat(Partial.read(golden).toBytes()).isEqualTo(golden);
    }

    @Test
    void shouldWriteStatesOverNothingAndWithoutGroups() throws IOException {
        byte[] golden = Golden.bytes("partial-v1-nothing-of-28-kinds.hex");
        Partial nothing = Partial.of(EveryState.neutral().toArray(States[]::new));
        assertThat(HexFormat.of().formatHex(nothing.toBytes()))
                .isEqualTo(HexFormat.of().formatHex(golden));
        new OnePass("golden file", List.of()).check(Partial.read(golden), 0);
    }

    @Test
    void shouldReadStatesOverNothingOfTheFirstTwentyKinds() throws IOException {
        byte[] golden = Golden.bytes("partial-v1-nothing.hex");
        assertThat(Partial.read(golden).toBytes()).isEqualTo(golden);
    }

    @Test
    void shouldTakeFewBytesForSumsThatFitSixtyFourBits() {
        Partial one = Partial.of(new Sums().add(63));
        assertThat(Partial.of(new Sums().add(-64)).toBytes()).hasSameSizeAs(one.toBytes());
        assertThat(Partial.of(new Sums().add(Long.MIN_VALUE)).toBytes()).hasSize(one.toBytes().length + 9);
    }

    /** Each kind is in bytes once: a new one needs a golden file and a place in {@link EveryState}. */
    @Test
    void shouldKnowEveryKind() {
        assertThat(EveryState.noStates().stream().map(States::kind)).containsExactly(StateKind.values());
    }

    @Test
    void shouldRefuseOneValueMoreThanTheLimit() {
        ValueCounts counts =
                new ValueCounts(2).addRow().addTo(0, 1L).addTo(0, 2L).addTo(0, 1L);
        assertThat(counts.values(0)).containsExactly(1L, 2L);
        assertThat(counts.times(0)).containsExactly(2, 1);
        assertThatThrownBy(() -> counts.addTo(0, 3L))
                .isInstanceOf(TooManyGroupsException.class)
                .hasMessage("The different values that a function of the query has to keep are more than 2. Ask with a"
                        + " narrower filter.");
    }

    /** Each type is in bytes once, and nulls are groups. */
    @Test
    void shouldWriteRowsOfEveryTypeAsKeys() throws IOException {
        RowKeys keys = new RowKeys(List.of(KeyOrder.USUAL, new KeyOrder(true, true)))
                .add(-7L, "Zürich")
                .add(null, null)
                .add(new BigDecimal("123456789012345678901234567890.12"), 0.5)
                .add(new BigDecimal("1.50"), true)
                .add(Instant.parse("2026-11-20T08:00:00.000001Z"), false);
        Partial partial = Partial.ofGroups(GroupLimit.orFail(5), List.of(keys), List.of());
        assertThat(HexFormat.of().formatHex(partial.toBytes()))
                .isEqualTo(HexFormat.of().formatHex(Golden.bytes("partial-v1-rows.hex")));
        RowKeys read = Partial.read(Golden.bytes("partial-v1-rows.hex")).keys(0, RowKeys.class);
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
        RowKeys keys = new RowKeys(orders)
                .add(1L, "b")
                .add(2L, null)
                .add(null, "a")
                .add(2L, "a")
                .add(1L, "a");
        Partial read = Partial.read(
                Partial.ofGroups(GroupLimit.lowest(4), List.of(keys), List.of()).toBytes());
        RowKeys kept = read.keys(0, RowKeys.class);
        assertThat(IntStream.range(0, 4).mapToObj(row -> Arrays.asList(kept.value(row, 0), kept.value(row, 1))))
                .containsExactly(Arrays.asList(null, "a"), Arrays.asList(2L, null), List.of(2L, "a"), List.of(1L, "a"));
    }

    /** A text may become another on its way, if it is no valid Unicode. */
    @Test
    void shouldMergeGroupsThatBecameOneOnTheirWay() throws IOException {
        TextKeys keys = new TextKeys().add("\uD800").add("?");
        Partial read = Partial.read(Partial.ofGroups(
                        GroupLimit.orFail(2),
                        List.of(keys),
                        List.of(new Counts().add(1).add(2)))
                .toBytes());
        assertThat(read.rows()).isEqualTo(1);
        assertThat(read.keys(0, TextKeys.class).text(0)).isEqualTo("?");
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
            020200820100           | A partial is damaged: keys=65 is outside 0..64.
            020200000000           | A partial is damaged: states=0 is outside 1..4096.
            020200000238           | A partial is damaged: kind=28 is outside 0..27.
            02020000021e00         | A partial is damaged: most=0 is outside 1..1000.
            020200000200           | A partial is damaged: a number goes beyond its 6 bytes.
            02020000020000         | A partial is damaged: rows=0 is outside 1..1.
            0202000206000000       | A partial is damaged: type=3 is outside 0..2.
            0202000204824000       | A partial is damaged: width=4097 is outside 0..4096.
            020200020002000402     | A partial is damaged: rows=2 is outside 0..1.
            0202000202020002000801 | A partial is damaged: length=4 is outside 0..1.
            0202000002000201       | A partial is damaged: count=-1 is outside 0..9223372036854775807.
            020200000200020200     | A partial is damaged: 1 of its 9 bytes are left.
            020200000228020e       | A partial is damaged: type of a value=7 is outside 0..6.
            0202000002300202808004 | A partial is damaged: scale=32768 is outside 0..32767.
            020200000230020000000000 | A partial is damaged: a number has no digits.
            020200000234020204     | A partial is damaged: values=2 is outside 0..1.
            02020000023602020c020200000236 | A partial is damaged: a partial in a partial has partials.
            020200000200028080808080808080808000 | A partial is damaged: a number has more than 64 bits.
            """)
    void shouldSayWhatIsWrongWithDamagedBytes(String hex, String message) {
        byte[] bytes = HexFormat.of().parseHex(hex);
        assertThatThrownBy(() -> Partial.read(bytes))
                .isInstanceOf(IOException.class)
                .hasMessage(message);
    }

    @Test
    void shouldSurviveDamagedBytes() {
        List<byte[]> good = new ArrayList<>();
        Arrays.stream(StateKind.values()).forEach(kind -> good.add(ofKind(kind).toBytes()));
        good.add(Partial.of(EveryState.neutral().toArray(States[]::new)).toBytes());
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
