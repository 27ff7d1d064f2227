package dev.aimonflink.gateway.security;

import dev.aimonflink.matrix.model.InvalidInputException;
import dev.aimonflink.matrix.model.Labels;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** What a user or a token may do. A user with a password may ask in any case. */
public enum Permission {
    ASK,
    /** Change rules. */
    RULES,
    /** Write events. */
    PUBLISH,
    /** See what the operator of a job sees: dead letters, topics and faults. */
    OPERATE,
    /** Copy more rows than an answer may have. */
    EXPORT;

    private static final String BETWEEN = ",";

    public static Set<Permission> all() {
        return Set.of(values());
    }

    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * From words with commas between them.
     *
     * @throws InvalidInputException if one is none
     */
    public static Set<Permission> read(String words) {
        Set<Permission> read = EnumSet.noneOf(Permission.class);
        for (String word : words.split(BETWEEN, -1)) {
            read.add(Labels.find(
                    word.strip(), List.of(values()), Permission::label, "may=" + words + " is none. Give one of "));
        }
        return Set.copyOf(read);
    }

    /** The inverse of {@link #read}. */
    public static String write(Set<Permission> permissions) {
        return Arrays.stream(values())
                .filter(permissions::contains)
                .map(Permission::label)
                .collect(Collectors.joining(BETWEEN));
    }
}
