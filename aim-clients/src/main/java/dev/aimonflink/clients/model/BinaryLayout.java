package dev.aimonflink.clients.model;

import dev.aimonflink.matrix.format.event.BinaryModelCodec;
import dev.aimonflink.matrix.format.event.JsonModelCodec;
import dev.aimonflink.matrix.model.DeclaredEvent;
import dev.aimonflink.matrix.model.EventField;
import dev.aimonflink.matrix.model.Model;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/**
 * Describes the bytes of a model's events for {@link BinaryModelCodec}.
 *
 * @param parts in order, each with its bytes in the example
 * @param labels numbers of enumeration values that are too many to list in the parts
 * @param exampleJson an event that the model accepts
 * @param exampleHex the same as bytes
 */
public record BinaryLayout(Section parts, Section labels, String exampleJson, String exampleHex) {
    /** @param maxLabels how many values of an enumeration the parts list */
    public static BinaryLayout of(Model model, int maxLabels) {
        DeclaredEvent example = ExampleEvent.of(model.event());
        byte[] bytes = new BinaryModelCodec(model).encode(example);
        return new BinaryLayout(
                new BinaryParts(model.event(), example, bytes, maxLabels).section(),
                labels(model.event().fields(), maxLabels),
                new String(new JsonModelCodec(model).encode(example), StandardCharsets.UTF_8),
                HexFormat.of().formatHex(bytes));
    }

    private static Section labels(List<EventField> fields, int maxLabels) {
        List<List<Object>> rows = new ArrayList<>();
        for (EventField field : fields) {
            List<String> labels = field.type().labels();
            for (int number = 0; labels.size() > maxLabels && number < labels.size(); number++) {
                rows.add(List.of(field.name(), number, labels.get(number)));
            }
        }
        return new Section(List.of("field", "number", "value"), rows);
    }
}
