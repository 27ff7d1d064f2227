package dev.aimonflink.sql.pattern;

import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;
import dev.aimonflink.sql.text.Letters;
import java.util.Arrays;

/**
 * A pattern of {@code LIKE}: {@code %} stands for any characters and {@code _} for one. Takes time at most proportional to the product of
 * both lengths.
 */
public final class LikePattern implements TextPattern {
    private static final int ANY = -1;
    private static final int ONE = -2;

    /** Some tens of milliseconds; a query can be ended between two texts. */
    public static final int MAX_STEPS = 10_000_000;

    private final String written;
    private final boolean ignoresCase;
    private final int[] parts;

    private LikePattern(String written, boolean ignoresCase, int[] parts) {
        this.written = written;
        this.ignoresCase = ignoresCase;
        this.parts = parts;
    }

    /** @param escape the character that makes the next one ordinary; -1 for none */
    public static LikePattern of(String pattern, int escape, boolean ignoresCase, int position) {
        int[] characters =
                (ignoresCase ? Letters.lower(pattern) : pattern).codePoints().toArray();
        int[] parts = new int[characters.length];
        int length = 0;
        for (int i = 0; i < characters.length; i++) {
            if (characters[i] == escape) {
                if (++i == characters.length) {
                    throw new SqlException(
                            SqlState.INVALID_ESCAPE,
                            position,
                            "The pattern ends with its escape character. Write the character twice.");
                }
                parts[length++] = characters[i];
            } else {
                parts[length++] = characters[i] == '%' ? ANY : characters[i] == '_' ? ONE : characters[i];
            }
        }
        return new LikePattern(pattern, ignoresCase, Arrays.copyOf(parts, length));
    }

    private static void requireSteps(int steps, int position) {
        if (steps > MAX_STEPS) {
            throw new SqlException(
                    SqlState.LIMIT_EXCEEDED,
                    position,
                    "The pattern takes more than " + MAX_STEPS + " steps for one text. Write a shorter one.");
        }
    }

    @Override
    public String operator() {
        return ignoresCase ? "ILIKE" : "LIKE";
    }

    /** After a mismatch, the last {@code %} takes one more character. */
    @Override
    public boolean matches(String text, Work work, int position) {
        String compared = ignoresCase ? Letters.lower(text) : text;
        int at = 0;
        int part = 0;
        int lastAny = -1;
        int afterLastAny = 0;
        int steps = 0;
        while (at < compared.length()) {
            if (++steps % Work.AT_ONCE == 0) {
                requireSteps(steps, position);
                work.spend(Work.AT_ONCE, position);
            }
            final int character = compared.codePointAt(at);
            if (part < parts.length && parts[part] == ANY) {
                lastAny = part++;
                afterLastAny = at;
            } else if (part < parts.length && (parts[part] == ONE || parts[part] == character)) {
                part++;
                at += Character.charCount(character);
            } else if (lastAny >= 0) {
                afterLastAny += Character.charCount(compared.codePointAt(afterLastAny));
                at = afterLastAny;
                part = lastAny + 1;
            } else {
                break;
            }
        }
        work.spend(steps % Work.AT_ONCE, position);
        while (part < parts.length && parts[part] == ANY) {
            part++;
        }
        return at >= compared.length() && part == parts.length;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof LikePattern that && ignoresCase == that.ignoresCase && Arrays.equals(parts, that.parts);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(parts);
    }

    @Override
    public String toString() {
        return written;
    }
}
