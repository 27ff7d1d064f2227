package dev.aimonflink.local.chaos;

import dev.aimonflink.clients.load.Distribution;
import dev.aimonflink.clients.load.EntityKeys;
import dev.aimonflink.clients.load.ModelEventGenerator;
import dev.aimonflink.clients.load.ModelProfileGenerator;
import dev.aimonflink.core.model.DeclaredEvent;
import dev.aimonflink.core.model.Model;
import dev.aimonflink.core.setup.EventFormat;
import dev.aimonflink.core.wire.ModelEventCodec;
import dev.aimonflink.core.wire.ProfileModelCodec;
import dev.aimonflink.local.load.GivenModel;
import java.util.SplittableRandom;

/** Draws events of any model, and profiles of its entities. */
final class ModelRecords implements DrawnRecords {
    private final SplittableRandom random;
    private final int entities;
    private final boolean hasAttributes;
    private final EntityKeys keys;
    private final ModelEventCodec codec;
    private final ProfileModelCodec profileCodec;
    private final ModelEventGenerator events;
    private final ModelProfileGenerator profiles;
    private final ModelProfileGenerator otherProfiles;
    private final DeclaredEvent event;

    ModelRecords(long seed, EventFormat format, int entities, GivenModel given) {
        Model model = given.model();
        random = new SplittableRandom(seed);
        this.entities = entities;
        hasAttributes = !model.entity().attributes().isEmpty();
        keys = new EntityKeys(model);
        codec = format.newCodec(model);
        profileCodec = new ProfileModelCodec(model);
        events = new ModelEventGenerator(model, seed, entities, Distribution.uniform());
        profiles = new ModelProfileGenerator(model, seed, given.tables());
        otherProfiles = new ModelProfileGenerator(model, ~seed, given.tables());
        event = new DeclaredEvent(model.event());
    }

    @Override
    public long next() {
        return random.nextLong(entities);
    }

    /** The fields are drawn here, because times among them are shortly before that of the event. */
    @Override
    public byte[] event(long entity, long timeMs) {
        events.next(entity, timeMs, event);
        return codec.encode(event);
    }

    @Override
    public byte[] key(long entity) {
        return profileCodec.encodeKey(keys.id(entity));
    }

    @Override
    public byte[] profile(long entity) {
        return profileCodec.encode(profiles.profile(entity));
    }

    @Override
    public byte[] otherProfile(long entity) {
        return profileCodec.encode(otherProfiles.profile(entity));
    }

    @Override
    public boolean isRowByProfile() {
        return hasAttributes;
    }
}
