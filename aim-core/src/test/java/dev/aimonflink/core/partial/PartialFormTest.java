package dev.aimonflink.core.partial;

import dev.aimonflink.core.model.EntityId;
import dev.aimonflink.core.partial.EveryState.Row;
import dev.aimonflink.core.wire.Damage;
import dev.aimonflink.core.wire.Golden;
import dev.aimonflink.core.wire.MalformedException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
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
        byte[] golden = Golden.bytes("partial-v1-nothing.hex");
        Partial nothing = Partial.of(EveryState.neutral().toArray(States[]::new));
        assertThat(HexFormat.of().formatHex(nothing.toBytes()))
                .isEqualTo(HexFormat.of().formatHex(golden));
        new OnePass("golden file", List.of()).check(Partial.read(golden), 0);
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
            020200000228           | A partial is damaged: kind=20 is outside 0..19.
            02020000021e00         | A partial is damaged: most=0 is outside 1..1000.
            020200000200           | A partial is damaged: a number goes beyond its 6 bytes.
            02020000020000         | A partial is damaged: rows=0 is outside 1..1.
            0202000204000000       | A partial is damaged: type=2 is outside 0..1.
            020200020002000402     | A partial is damaged: rows=2 is outside 0..1.
            0202000202020002000801 | A partial is damaged: length=4 is outside 0..1.
            0202000002000201       | A partial is damaged: count=-1 is outside 0..9223372036854775807.
            020200000200020200     | A partial is damaged: 1 of its 9 bytes are left.
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
