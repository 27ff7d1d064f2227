package dev.aimonflink.matrix.format;

import dev.aimonflink.matrix.model.EntityId;
import dev.aimonflink.matrix.model.EntityKey;
import dev.aimonflink.matrix.model.InvalidInputException;
import dev.aimonflink.matrix.model.Model;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** Reads and writes record keys that are entity keys: a number in decimal digits, or a text in UTF-8. */
public record EntityKeyBytes(EntityKey key) {
    /** The length of {@link Long#MIN_VALUE}. */
    private static final int MAX_NUMBER_BYTES = 20;

    /** @throws InvalidInputException if it is not a key of this model */
    public static EntityId ofUser(String text, Model model) {
        EntityKey key = model.event().key();
        try {
            return new EntityKeyBytes(key).decode(text.getBytes(StandardCharsets.UTF_8));
        } catch (MalformedException wrong) {
            throw new InvalidInputException(
                    wrong.getMessage() + ". Give the " + key.name() + " of a "
                            + model.entity().name() + ".",
                    wrong);
        }
    }

    /**
     * @param bytes anything, even null
     * @throws MalformedException if they are not a key of this model
     */
    public EntityId decode(byte[] bytes) {
        if (bytes == null) {
            throw new MalformedException("the key is null instead of a " + key.name());
        }
        return key.isText() ? EntityId.of(text(bytes)) : EntityId.of(number(bytes));
    }

    private String text(byte[] bytes) {
        MalformedException.throwIf(key.faultOfBytes(bytes.length));
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException malformed) {
            throw new MalformedException(key.name() + " is not UTF-8");
        }
    }

    private long number(byte[] bytes) {
        if (bytes.length > MAX_NUMBER_BYTES) {
            throw new MalformedException("the key of " + bytes.length + " bytes is longer than any " + key.name());
        }
        String digits = new String(bytes, StandardCharsets.ISO_8859_1);
        try {
            return Long.parseLong(digits);
        } catch (NumberFormatException e) {
            throw new MalformedException("key='" + digits + "' is not a " + key.name() + " in decimal digits");
        }
    }

    public byte[] encode(EntityId id) {
        return id.toString().getBytes(StandardCharsets.UTF_8);
    }
}
