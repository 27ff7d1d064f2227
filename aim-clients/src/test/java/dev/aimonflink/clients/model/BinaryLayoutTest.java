package dev.aimonflink.clients.model;

import dev.aimonflink.matrix.calls.PresetModels;
import dev.aimonflink.matrix.format.event.BinaryModelCodec;
import dev.aimonflink.matrix.format.event.JsonModelCodec;
import dev.aimonflink.matrix.format.model.ModelFile;
import dev.aimonflink.matrix.model.DeclaredEvent;
import dev.aimonflink.matrix.model.EventField;
import dev.aimonflink.matrix.model.Model;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class BinaryLayoutTest {
    /** Each type twice, and more optional fields than one byte has bits. */
    private static final Model ALL_TYPES = ModelFile.parse("""
            model: all_types
            entity: thing
            event: change
            key: {name: id, type: text}
            time: at
            fields:
              flag: boolean
              number: {type: int, min: -5, max: 5}
              large: {type: long, min: 20}
              share: {type: "decimal(4,3)", max: 0.5}
              rate: {type: double, min: 0, max: 1.5}
              free: double
              color: {type: enum, values: [RED, GREEN, BLUE]}
              only: {type: enum, values: [ONE]}
              note: text
              since: time
              o1: {type: boolean, optional: true}
              o2: {type: int, optional: true}
              o3: {type: long, optional: true}
              o4: {type: money, optional: true}
              o5: {type: double, optional: true}
              o6: {type: enum, values: [RED, GREEN, BLUE], optional: true}
              o7: {type: text, optional: true}
              o8: {type: time, optional: true}
              o9: {type: text, optional: true}
            windows: [1 day]
            aggregates: {events: [count]}
            """, "model.yaml");

    private static final int FIELDS = ALL_TYPES.event().fields().size();

    private static List<Object> column(BinaryLayout layout, String name) {
        int index = layout.parts().columns().indexOf(name);
        return layout.parts().rows().stream().map(row -> row.get(index)).toList();
    }

    private static byte[] bytes(String hex) {
        return HexFormat.of().parseHex(hex);
    }

    private static void assertExampleIsOneEvent(Model model) {
        BinaryLayout layout = BinaryLayout.of(model, 12);
        DeclaredEvent event = new DeclaredEvent(model.event());
        new BinaryModelCodec(model).decode(bytes(layout.exampleHex()), event);
        assertThat(new JsonModelCodec(model).encode(event)).asString().isEqualTo(layout.exampleJson());
        new JsonModelCodec(model).decode(layout.exampleJson().getBytes(StandardCharsets.UTF_8), event);
        assertThat(new BinaryModelCodec(model).encode(event)).isEqualTo(bytes(layout.exampleHex()));
        StringBuilder ofParts = new StringBuilder();
        column(layout, "example").forEach(ofParts::append);
        assertThat(ofParts.toString().replace(" ", "")).isEqualTo(layout.exampleHex());
    }

    @ParameterizedTest
    @ValueSource(strings = {"aim-42", "aim-546"})
    void shouldShowOneEventInBothForms(String preset) {
        assertExampleIsOneEvent(PresetModels.named(preset));
        assertExampleIsOneEvent(ModelFile.parse(StarterModel.text("starter"), "starter"));
        assertExampleIsOneEvent(ALL_TYPES);
    }

    @Test
    void shouldHaveNoTimeWhereThatOfTheRecordIsMeant() {
        Model timed =
                ModelFile.parse(StarterModel.text("starter").replace("time: timestamp", "time: record"), "starter");
        assertExampleIsOneEvent(timed);
        assertThat(column(BinaryLayout.of(timed, 12), "field")).startsWith("starterId", "(nulls)", "amount");
        assertThat(new EventSections(timed, 12).fields().rows())
                .extracting(row -> row.get(0) + ": " + row.get(5))
                .startsWith("starterId: key; the time is that of the Kafka record", "amount: null");
    }

    @Test
    void shouldGiveOffsetsUpToTheFirstPartThatVaries() {
        BinaryLayout ofCalls = BinaryLayout.of(PresetModels.named("aim-42"), 12);
        assertThat(column(ofCalls, "offset")).containsExactly("0", "8", "16", "20", "28");
        assertThat(column(ofCalls, "bytes")).containsExactly("8", "8", "4", "8", "1");
        assertThat(column(BinaryLayout.of(ALL_TYPES, 12), "offset"))
                .startsWith("0", "after id", "after at", "after (nulls)", "after (nulls)", "after flag")
                .endsWith("after o8");
    }

    @Test
    void shouldNameTheBitOfEachOptionalField() {
        BinaryLayout layout = BinaryLayout.of(ALL_TYPES, 12);
        assertThat(layout.parts().rows().get(2))
                .isEqualTo(List.of(
                        "after at",
                        "1",
                        "bits",
                        "(nulls)",
                        "the sum of 1 if o1 is null, 2 if o2 is null, 4 if o3 is null, 8 if o4 is null, 16 if o5 is null,"
                                + " 32 if o6 is null, 64 if o7 is null, 128 if o8 is null",
                        "01"));
        assertThat(layout.parts().rows().get(3))
                .isEqualTo(List.of("after (nulls)", "1", "bits", "(nulls)", "the sum of 1 if o9 is null", "00"));
    }

    @Test
    void shouldListTheNumbersOfManyValuesApart() {
        BinaryLayout inline = BinaryLayout.of(ALL_TYPES, 3);
        assertThat(inline.labels().rows()).isEmpty();
        assertThat(column(inline, "meaning")).contains("0 RED, 1 GREEN, 2 BLUE", "0 ONE");
        BinaryLayout apart = BinaryLayout.of(ALL_TYPES, 2);
        assertThat(column(apart, "meaning")).contains("the number of a value, 0..2", "0 ONE");
        assertThat(apart.labels().rows())
                .startsWith(List.of("color", 0, "RED"), List.of("color", 1, "GREEN"), List.of("color", 2, "BLUE"))
                .hasSize(6);
    }

    /** Somebody who has nothing but the table finds the end of each event, and which fields it lacks. */
    @RepeatedTest(50)
    void shouldSayHowLongEachPartOfAnyEventIs(RepetitionInfo repetition) {
        int seed = repetition.getCurrentRepetition();
        DeclaredEvent event = event(new Random(seed));
        ByteBuffer in = ByteBuffer.wrap(new BinaryModelCodec(ALL_TYPES).encode(event));
        long nulls = 0;
        int nullBytes = 0;
        int optional = 0;
        for (List<Object> part : BinaryLayout.of(ALL_TYPES, 12).parts().rows()) {
            String length = part.get(1).toString();
            if (part.get(3).equals("(nulls)")) {
                nulls |= (long) Byte.toUnsignedInt(in.get()) << (Byte.SIZE * nullBytes++);
                continue;
            }
            boolean isNull = length.startsWith("0 or ") && ((nulls >> optional++) & 1) == 1;
            if (!isNull) {
                String ofValue = length.replace("0 or ", "");
                int bytes = ofValue.equals("2 + n") ? in.getShort() : Integer.parseInt(ofValue);
                in.position(in.position() + bytes);
            }
            int index = ALL_TYPES.event().indexOf(part.get(3).toString()).orElse(-1);
            if (index >= 0) {
                assertThat(isNull)
                        .as("seed %d, %s", seed, part.get(3))
                        .isEqualTo(event.values().isNull(index));
            }
        }
        assertThat(in.remaining()).as("bytes that no part has, seed %d", seed).isZero();
    }

    private static DeclaredEvent event(Random random) {
        DeclaredEvent event = new DeclaredEvent(ALL_TYPES.event());
        event.keyText("x".repeat(1 + random.nextInt(64)));
        for (int index = 0; index < FIELDS; index++) {
            EventField field = ALL_TYPES.event().fields().get(index);
            if (field.isOptional() && random.nextBoolean()) {
                continue;
            }
            switch (field.type().kind()) {
                case TEXT -> event.values().text(index, "\u00e4".repeat(random.nextInt(100)));
                default -> event.values().bits(index, random.nextInt(2));
            }
        }
        return event;
    }
}
