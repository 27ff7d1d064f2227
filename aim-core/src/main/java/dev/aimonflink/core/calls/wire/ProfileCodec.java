package dev.aimonflink.core.calls.wire;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import dev.aimonflink.core.calls.Profile;
import dev.aimonflink.core.calls.SubscriberUpdate;
import dev.aimonflink.core.format.Json;
import dev.aimonflink.core.format.JsonValues;
import dev.aimonflink.core.format.MalformedException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * A record of the subscribers topic, version 1. Its key is the subscriber's id in decimal digits, so that compaction
 * keeps one profile of each, and its value
 *
 * <pre>
 * {"subscriberId":7,"zip":"CH-8000","subscriptionType":2,"category":1,"cellValueType":3}
 * </pre>
 *
 * in any order; unknown fields are ignored. A value
 *
 * <pre>
 * {"subscriberId":7,"forget":true}
 * </pre>
 *
 * erases the subscriber, and after compaction is the only record of it. If key and value differ, the value's id holds.
 * A tombstone has no value, and clears the profile of the subscriber in its key. A codec keeps buffers, so each thread
 * needs its own.
 */
public final class ProfileCodec {
    private static final List<String> PROFILE_FIELDS =
            List.of("subscriberId", "zip", "subscriptionType", "category", "cellValueType");

    private static final List<String> FIELDS =
            List.of("subscriberId", "zip", "subscriptionType", "category", "cellValueType", "forget");

    private static final int SUBSCRIBER_ID_SEEN = 1;

    /** The length of {@link Long#MIN_VALUE}. */
    private static final int MAX_KEY_BYTES = 20;

    private long subscriberId;
    private String zip;
    private int subscriptionType;
    private int category;
    private int cellValueType;
    private boolean forget;

    public byte[] encode(Profile profile) {
        return Json.write(out -> write(profile, out));
    }

    private static void write(Profile profile, JsonGenerator out) throws IOException {
        out.writeStartObject();
        out.writeNumberField("subscriberId", profile.subscriberId());
        out.writeStringField("zip", profile.zip());
        out.writeNumberField("subscriptionType", profile.subscriptionType());
        out.writeNumberField("category", profile.category());
        out.writeNumberField("cellValueType", profile.cellValueType());
        out.writeEndObject();
    }

    /** The value that erases a subscriber. */
    public byte[] encodeForget(long id) {
        return Json.write(out -> {
            out.writeStartObject();
            out.writeNumberField("subscriberId", id);
            out.writeBooleanField("forget", true);
            out.writeEndObject();
        });
    }

    /**
     * Reads a profile, which has no {@link Profile#fault()}, from a record's value.
     *
     * @param value anything but null: the caller handles tombstones
     * @throws MalformedException if the bytes are no such profile
     */
    public Profile decode(byte[] value) {
        if (decodeUpdate(value) instanceof Profile profile) {
            return profile;
        }
        throw new MalformedException("forget is true, where a profile is expected");
    }

    /**
     * Reads a profile, which has no {@link Profile#fault()}, or the request to erase a subscriber, from a record's
     * value.
     *
     * @param value anything but null: the caller handles tombstones
     * @throws MalformedException if the bytes are neither
     */
    public SubscriberUpdate decodeUpdate(byte[] value) {
        SubscriberUpdate update = Json.read(value, this::read);
        if (update instanceof Profile profile) {
            profile.fault().ifPresent(fault -> {
                throw new MalformedException(fault);
            });
        }
        return update;
    }

    private SubscriberUpdate read(JsonParser parser) throws IOException {
        forget = false;
        int seen = Json.readPresent(parser, FIELDS, this::readField);
        if (forget && (seen & SUBSCRIBER_ID_SEEN) != 0) {
            return new SubscriberUpdate.Forget(subscriberId);
        }
        Json.requireAll(PROFILE_FIELDS, seen);
        return new Profile(subscriberId, zip, subscriptionType, category, cellValueType);
    }

    private void readField(int field, JsonParser parser) throws IOException {
        switch (field) {
            case 0 -> subscriberId = JsonValues.readLong(parser);
            case 1 -> zip = JsonValues.readText(parser);
            case 2 -> subscriptionType = JsonValues.readInt(parser);
            case 3 -> category = JsonValues.readInt(parser);
            case 4 -> cellValueType = JsonValues.readInt(parser);
            default -> forget = JsonValues.readBoolean(parser);
        }
    }

    public byte[] encodeKey(long id) {
        return Long.toString(id).getBytes(StandardCharsets.US_ASCII);
    }

    /**
     * Reads the subscriber's id from a record's key.
     *
     * @param key anything, even null
     * @throws MalformedException if the key is no id
     */
    public long decodeKey(byte[] key) {
        if (key == null) {
            throw new MalformedException("the key is null instead of a subscriber's id");
        }
        if (key.length > MAX_KEY_BYTES) {
            throw new MalformedException("the key of " + key.length + " bytes is longer than any subscriber's id");
        }
        String digits = new String(key, StandardCharsets.ISO_8859_1);
        try {
            return Long.parseLong(digits);
        } catch (NumberFormatException e) {
            throw new MalformedException("key='" + digits + "' is not a subscriber's id in decimal digits");
        }
    }
}
