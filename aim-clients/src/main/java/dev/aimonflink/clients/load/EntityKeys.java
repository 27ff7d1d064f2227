package dev.aimonflink.clients.load;

import dev.aimonflink.matrix.model.DeclaredEvent;
import dev.aimonflink.matrix.model.EntityId;
import dev.aimonflink.matrix.model.EntityKey;
import dev.aimonflink.matrix.model.Model;

/**
 * Gives a model's entities their keys: their numbers, or texts such as {@code card-0000017}. The same number has the same key in events,
 * profiles and queries. For one thread.
 */
public final class EntityKeys {
    private static final int MIN_DIGITS = 7;

    /** As many as the greatest number of {@link EntityNumbers} has. */
    private static final int MAX_DIGITS = 9;

    /** Names of entities are ASCII, so that a character is a byte. */
    private static final int MAX_NAME_LENGTH = EntityKey.MAX_TEXT_BYTES - 1 - MAX_DIGITS;

    private static final long FIRST_FULL_NUMBER = (long) Math.pow(10, MIN_DIGITS - 1);

    private final boolean isText;
    private final StringBuilder text = new StringBuilder(EntityKey.MAX_TEXT_BYTES);
    private final int prefixLength;

    public EntityKeys(Model model) {
        isText = model.event().key().isText();
        String name = model.entity().name();
        text.append(name, 0, Math.min(name.length(), MAX_NAME_LENGTH)).append('-');
        prefixLength = text.length();
    }

    public EntityId id(long number) {
        return isText ? EntityId.of(text(number)) : EntityId.of(number);
    }

    void set(long number, DeclaredEvent event) {
        if (isText) {
            event.keyText(text(number));
        } else {
            event.keyNumber(number);
        }
    }

    private String text(long number) {
        text.setLength(prefixLength);
        for (long full = FIRST_FULL_NUMBER; full > number && full > 1; full /= 10) {
            text.append('0');
        }
        return text.append(number).toString();
    }
}
