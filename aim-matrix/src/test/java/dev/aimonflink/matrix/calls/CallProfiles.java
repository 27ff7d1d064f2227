package dev.aimonflink.matrix.calls;

import dev.aimonflink.matrix.format.event.ProfileModelCodec;
import dev.aimonflink.matrix.model.Attributes;
import dev.aimonflink.matrix.model.EntityId;
import dev.aimonflink.matrix.model.EntityProfile;
import dev.aimonflink.matrix.model.EntityUpdate;

/** Profiles of the benchmark's subscribers as records of their topic. */
public final class CallProfiles {
    private final ProfileModelCodec codec = new ProfileModelCodec(CallModel.smallest());

    /** The attributes of a profile; null is no profile. */
    public static Attributes attributes(Profile profile) {
        return profile == null
                ? Attributes.NONE
                : Attributes.of(profile.zip(), (long) profile.subscriptionType(), (long) profile.category(), (long)
                        profile.cellValueType());
    }

    /** A profile as one of the model's entities. */
    public static EntityProfile entityProfile(Profile profile) {
        return new EntityProfile(EntityId.of(profile.subscriberId()), attributes(profile));
    }

    /** The profile that attributes have been {@linkplain #attributes(Profile) made of}, or null. */
    public static Profile profile(long subscriberId, Attributes attributes) {
        return attributes.isEmpty()
                ? null
                : new Profile(
                        subscriberId,
                        (String) attributes.value(0),
                        Math.toIntExact((Long) attributes.value(1)),
                        Math.toIntExact((Long) attributes.value(2)),
                        Math.toIntExact((Long) attributes.value(3)));
    }

    public byte[] encode(Profile profile) {
        return codec.encode(entityProfile(profile));
    }

    public byte[] encodeForget(long id) {
        return codec.encodeForget(EntityId.of(id));
    }

    /** Whose erasure a record asks for. */
    public long decodeForget(byte[] bytes) {
        return ((EntityUpdate.Forget) codec.decode(bytes)).key().number();
    }

    public byte[] encodeKey(long id) {
        return codec.encodeKey(EntityId.of(id));
    }

    public Profile decode(byte[] bytes) {
        EntityProfile read = (EntityProfile) codec.decode(bytes);
        return profile(read.key().number(), read.attributes());
    }

    public long decodeKey(byte[] key) {
        return codec.decodeKey(key).number();
    }
}
