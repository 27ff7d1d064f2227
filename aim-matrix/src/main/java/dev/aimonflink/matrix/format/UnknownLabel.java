package dev.aimonflink.matrix.format;

import dev.aimonflink.sql.text.Spelling;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** The message for a value that an enumeration lacks: it lists the values, or those that may be meant. */
public final class UnknownLabel {
    /** More values would not help. */
    static final int MAX_LISTED = 10;

    /** A longer text is not compared: a topic can be full of wrong events, and comparisons take time. */
    static final int MAX_COMPARED_LENGTH = 32;

    private UnknownLabel() {}

    /** @param name of the field or attribute */
    public static MalformedException of(String name, String written, List<String> labels) {
        return new MalformedException(name + "='" + MalformedException.shown(written) + "' is not one of "
                + (labels.size() <= MAX_LISTED ? listed(labels) : nearest(written, labels)));
    }

    private static String nearest(String written, List<String> labels) {
        String count = "its " + labels.size() + " values";
        return (written.length() <= MAX_COMPARED_LENGTH ? Spelling.closest(written, labels) : Optional.<String>empty())
                .map(label -> count + ". The nearest is '" + MalformedException.shown(label) + "'")
                .orElseGet(() -> count + ", such as " + listed(labels.subList(0, MAX_LISTED)));
    }

    private static String listed(List<String> labels) {
        return labels.stream().map(MalformedException::shown).collect(Collectors.joining(", "));
    }
}
