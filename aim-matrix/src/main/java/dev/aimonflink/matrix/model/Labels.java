package dev.aimonflink.matrix.model;

import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Finds the value that users name by a label. */
public final class Labels {
    private Labels() {}

    /** @param otherwise begins the message if there is none; all labels follow */
    public static <T> T find(String label, List<T> values, Function<T, String> labelOf, String otherwise) {
        return values.stream()
                .filter(value -> labelOf.apply(value).equals(label))
                .findFirst()
                .orElseThrow(() -> new InvalidInputException(
                        otherwise + values.stream().map(labelOf).collect(Collectors.joining(", ")) + "."));
    }
}
