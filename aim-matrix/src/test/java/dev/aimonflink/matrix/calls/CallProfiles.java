package dev.aimonflink.matrix.calls;

import dev.aimonflink.matrix.format.event.ProfileModelCodec;
import dev.aimonflink.matrix.model.EntityId;
import dev.aimonflink.matrix.model.EntityProfile;
import dev.aimonflink.matrix.model.EntityUpdate;

/** Profiles of the benchmark's subscribers as records of their topic. */
public final class CallProfiles {
    private final ProfileModelCodec codec = new ProfileModelCodec(CallModel.smallest());

    public byte[] encode(Profile profile) {
        return codec.encode(CallModel.entityProfile(profile));
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
        return CallModel.profile(read.key().number(), read.attributes());
    }

    public long decodeKey(byte[] key) {
        return codec.decodeKey(key).number();
    }
}
