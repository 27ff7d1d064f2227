package dev.aimonflink.matrix.format.event;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.aimonflink.matrix.format.EntityKeyBytes;
import dev.aimonflink.matrix.format.Json;
import dev.aimonflink.matrix.format.JsonValues;
import dev.aimonflink.matrix.format.MalformedException;
import dev.aimonflink.matrix.model.Attribute;
import dev.aimonflink.matrix.model.Attributes;
import dev.aimonflink.matrix.model.EntityId;
import dev.aimonflink.matrix.model.EntityKey;
import dev.aimonflink.matrix.model.EntityProfile;
import dev.aimonflink.matrix.model.EntityUpdate;
import dev.aimonflink.matrix.model.Model;
import dev.aimonflink.matrix.model.ProfileFaults;
import dev.aimonflink.matrix.model.SharedValues;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A record of the profiles topic of a model, version 1. Its key is the entity's, in decimal digits or as UTF-8, so that compaction keeps
 * one profile of each; its value has the model's names:
 *
 * <pre>
 * {"cardId":7,"zip":"CH-8000","tier":"gold"}
 * </pre>
 *
 * in any order; unknown fields are ignored, and absent attributes are null. Times and decimals are as in {@link JsonModelCodec}. A value
 *
 * <pre>
 * {"cardId":7,"forget":true}
 * </pre>
 *
 * erases the entity, and after compaction is its only record. If key and value differ, the value's key holds. A tombstone has no value, and
 * clears the profile of the entity in its key. Keeps buffers, so each thread needs its own codec.
 */
public final class ProfileModelCodec {
    private final EntityKey entityKey;
    private final EntityKeyBytes keyBytes;
    private final List<Attribute> attributes;
    private final ProfileFaults faults;
    private final FieldJson[] json;
    private final SharedValues shared;

    /** The attributes, and then these two. */
    private final ObjectFields names;

    private final int keyPlace;
    private final int forgetPlace;

    private final Object[] values;
    private EntityId key;
    private boolean isForget;

    public ProfileModelCodec(Model model) {
        entityKey = model.event().key();
        keyBytes = new EntityKeyBytes(entityKey);
        attributes = model.entity().attributes();
        faults = new ProfileFaults(model);
        json = attributes.stream().map(ProfileModelCodec::json).toArray(FieldJson[]::new);
        shared = new SharedValues(attributes.size());
        values = new Object[attributes.size()];
        List<String> all = new ArrayList<>();
        attributes.forEach(attribute -> all.add(attribute.name()));
        all.add(entityKey.name());
        all.add(EntityUpdate.FORGET);
        names = new ObjectFields(all);
        keyPlace = attributes.size();
        forgetPlace = keyPlace + 1;
    }

    private static FieldJson json(Attribute attribute) {
        return new FieldJson(
                attribute.name(), attribute.type(), null, written -> ProfileFaults.outside(attribute, written));
    }

    // ---- reading

    /**
     * Reads a record; a tombstone becomes a profile without attributes.
     *
     * @param recordKey used for tombstones only
     * @param value null for a tombstone
     * @throws MalformedException if the record is neither a profile nor erases an entity
     */
    public EntityUpdate decode(byte[] recordKey, byte[] value) {
        return value == null ? new EntityProfile(decodeKey(recordKey), Attributes.NONE) : decode(value);
    }

    /** Reads a profile that the matrix can keep, or the request to erase an entity. */
    public EntityUpdate decode(byte[] value) {
        EntityUpdate update = Json.read(value, this::read);
        MalformedException.throwIf(
                update instanceof EntityProfile profile ? faults.of(profile) : faults.ofKey(update.key()));
        return update;
    }

    private EntityUpdate read(JsonParser parser) throws IOException {
        Arrays.fill(values, null);
        isForget = false;
        names.read(parser, this::readField);
        names.require(keyPlace);
        return isForget ? new EntityUpdate.Forget(key) : new EntityProfile(key, Attributes.of(values));
    }

    private void readField(int place, JsonParser parser) throws IOException {
        if (place == keyPlace) {
            key = entityKey.isText()
                    ? EntityId.of(JsonValues.readText(parser))
                    : EntityId.of(JsonValues.readLong(parser));
        } else if (place == forgetPlace) {
            isForget = JsonValues.readBoolean(parser);
        } else if (!parser.hasToken(JsonToken.VALUE_NULL)) {
            values[place] = shared.share(place, readValue(place, parser));
        }
    }

    private Object readValue(int index, JsonParser parser) throws IOException {
        Attribute attribute = attributes.get(index);
        return switch (attribute.type().kind()) {
            case TEXT -> JsonValues.readText(parser);
            case ENUM -> attribute.type().labels().get((int) json[index].readBits(parser));
            case BOOLEAN -> json[index].readBits(parser) != 0;
            case DOUBLE -> Double.longBitsToDouble(json[index].readBits(parser));
            case INT, LONG, DECIMAL, TIME -> json[index].readBits(parser);
        };
    }

    /** @param recordKey anything, even null */
    public EntityId decodeKey(byte[] recordKey) {
        return keyBytes.decode(recordKey);
    }

    // ---- writing

    /** The value of a record, without null attributes. */
    public byte[] encode(EntityProfile profile) {
        return encode(profile.key(), out -> {
            for (int index = 0; index < attributes.size(); index++) {
                Object value = profile.attributes().value(index);
                if (value != null) {
                    write(index, value, out);
                }
            }
        });
    }

    private byte[] encode(EntityId id, Json.Writing rest) {
        return Json.write(out -> {
            out.writeStartObject();
            if (entityKey.isText()) {
                out.writeStringField(entityKey.name(), id.text());
            } else {
                out.writeNumberField(entityKey.name(), id.number());
            }
            rest.write(out);
            out.writeEndObject();
        });
    }

    private void write(int index, Object value, JsonGenerator out) throws IOException {
        if (value instanceof String text) {
            out.writeStringField(attributes.get(index).name(), text);
        } else {
            json[index].writeBits(bits(value), out);
        }
    }

    private static long bits(Object value) {
        if (value instanceof Boolean flag) {
            return flag ? 1 : 0;
        }
        return value instanceof Double number ? Double.doubleToLongBits(number) : (Long) value;
    }

    public byte[] encodeForget(EntityId id) {
        return encode(id, out -> out.writeBooleanField(EntityUpdate.FORGET, true));
    }

    public byte[] encodeKey(EntityId id) {
        return keyBytes.encode(id);
    }
}
