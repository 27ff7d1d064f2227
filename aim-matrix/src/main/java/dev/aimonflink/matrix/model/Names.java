package dev.aimonflink.matrix.model;

import dev.aimonflink.sql.text.Spelling;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** Checks the names and texts in a model. Names are unquoted in SQL, so they must differ in more than case. */
public final class Names {
    /** As in PostgreSQL. */
    static final int MAX_LENGTH = 63;

    static final int MAX_COLUMN_LENGTH = 128;

    static final int MAX_DESCRIPTION_LENGTH = 500;

    static final int MAX_UNIT_LENGTH = 40;

    private static final Set<Byte> INVISIBLE = Set.of(
            Character.CONTROL,
            Character.FORMAT,
            Character.SURROGATE,
            Character.UNASSIGNED,
            Character.PRIVATE_USE,
            Character.LINE_SEPARATOR,
            Character.PARAGRAPH_SEPARATOR);

    private static final Pattern HUMP = Pattern.compile("([a-z0-9])([A-Z])");
    private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_]*");

    private Names() {}

    /** @param path to the name: the value of a key, as for {@code model}, or a key itself */
    static void require(String what, String name, String... path) {
        if (name.length() > MAX_LENGTH || !NAME.matcher(name).matches()) {
            String sentence = what + " '" + Spelling.shortened(name)
                    + "' is no name. Write a letter, and then up to " + (MAX_LENGTH - 1)
                    + " letters, digits and underscores.";
            throw path.length == 1 ? new ModelException(sentence, path) : ModelException.ofName(sentence, path);
        }
    }

    static void requireColumn(String name, String... path) {
        if (name.length() > MAX_COLUMN_LENGTH || !NAME.matcher(name).matches()) {
            throw new ModelException(
                    "A column would be called '" + Spelling.shortened(name)
                            + "', which is no name. Write 'names' that begin with a" + " letter and have "
                            + MAX_COLUMN_LENGTH + " characters at most.",
                    path);
        }
    }

    /** A description, or a unit if the path ends so. */
    static void requireText(String text, String... path) {
        boolean isUnit = path[path.length - 1].equals(Model.UNIT);
        int most = isUnit ? MAX_UNIT_LENGTH : MAX_DESCRIPTION_LENGTH;
        String what = isUnit ? "A unit" : "A description";
        if (text.isBlank() || text.length() > most) {
            throw new ModelException(
                    what + " of " + text.length() + " characters is impossible. Give 1 to " + most + ".", path);
        }
        long visible = text.codePoints()
                .takeWhile(each -> !INVISIBLE.contains((byte) Character.getType(each)))
                .count();
        if (visible < text.codePointCount(0, text.length())) {
            throw new ModelException(
                    what + " is one line of visible characters. Take out its character " + (visible + 1) + ".", path);
        }
    }

    /** As SQL reads a name without quotes. */
    public static String folded(String name) {
        return name.toLowerCase(Locale.ROOT);
    }

    /** Writes {@code cardAmount} as {@code card_amount}. */
    public static String snakeCase(String name) {
        return folded(HUMP.matcher(name).replaceAll("$1_$2"));
    }

    /** The plural of an English noun by the usual rules: cards, boxes, parties. */
    public static String plural(String noun) {
        if (noun.matches(".*[^aeiou]y")) {
            return noun.substring(0, noun.length() - 1) + "ies";
        }
        return noun + (noun.matches(".*(s|x|z|ch|sh)") ? "es" : "s");
    }
}
