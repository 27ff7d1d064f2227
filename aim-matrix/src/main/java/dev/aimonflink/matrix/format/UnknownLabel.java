package dev.aimonflink.matrix.format;

import dev.aimonflink.sql.text.Spelling;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** The message of a value that an enumeration does not have: it says which there are, or which may be meant. */
public final class UnknownLabel {
    /** More values than this are no hint any more. */
    static final int MAX_LISTED = 10;

    /** A longer text is compared with no value: a topic can be full of wrong events, and each comparison takes time. */
    static final int MAX_COMPARED_LENGTH = 32;

    private UnknownLabel() {}

    /**
     * @param name that of the field or attribute
     * @param labels the values that there are
     */
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
