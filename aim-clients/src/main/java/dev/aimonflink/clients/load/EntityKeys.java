package dev.aimonflink.clients.load;

import dev.aimonflink.core.model.EntityKey;
import dev.aimonflink.core.model.EntityType;

/**
 * Writes the numbers of entities as texts, for models whose key is one: {@code card-0000017}. The same number has the same text
 * in events and profiles. For one thread.
 */
final class EntityKeys {
    private static final int MIN_DIGITS = 7;

    /** As many as the greatest number of {@link EntityNumbers} has. */
    private static final int MAX_DIGITS = 9;

    /** Names of entities are ASCII, so that a character is a byte. */
    private static final int MAX_NAME_LENGTH = EntityKey.MAX_TEXT_BYTES - 1 - MAX_DIGITS;

    private static final long FIRST_FULL_NUMBER = (long) Math.pow(10, MIN_DIGITS - 1);

    private final StringBuilder text = new StringBuilder(EntityKey.MAX_TEXT_BYTES);
    private final int prefixLength;

    EntityKeys(EntityType entity) {
        String name = entity.name();
        text.append(name, 0, Math.min(name.length(), MAX_NAME_LENGTH)).append('-');
        prefixLength = text.length();
    }

    String text(long number) {
        text.setLength(prefixLength);
        for (long full = FIRST_FULL_NUMBER; full > number && full > 1; full /= 10) {
            text.append('0');
        }
        return text.append(number).toString();
    }
}
