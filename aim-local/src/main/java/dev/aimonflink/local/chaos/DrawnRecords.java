package dev.aimonflink.local.chaos;

import dev.aimonflink.clients.load.Distribution;
import dev.aimonflink.clients.load.EntityKeys;
import dev.aimonflink.clients.load.ModelEventGenerator;
import dev.aimonflink.clients.load.ModelProfileGenerator;
import dev.aimonflink.local.load.GivenModel;
import dev.aimonflink.matrix.format.event.ModelEventCodec;
import dev.aimonflink.matrix.format.event.ProfileModelCodec;
import dev.aimonflink.matrix.model.DeclaredEvent;
import dev.aimonflink.matrix.model.Model;
import dev.aimonflink.matrix.setup.EventFormat;
import java.util.SplittableRandom;

/** Draws a run's records from its seed: events of a model, and profiles of its entities, which are numbers. For one thread at a time. */
final class DrawnRecords {
    private final SplittableRandom random;
    private final int entities;
    private final EntityKeys keys;
    private final ModelEventCodec codec;
    private final ProfileModelCodec profileCodec;
    private final ModelEventGenerator events;
    private final ModelProfileGenerator profiles;
    private final ModelProfileGenerator otherProfiles;
    private final DeclaredEvent event;

    DrawnRecords(long seed, EventFormat format, int entities, GivenModel given) {
        Model model = given.model();
        random = new SplittableRandom(seed);
        this.entities = entities;
        keys = new EntityKeys(model);
        codec = format.newCodec(model);
        profileCodec = new ProfileModelCodec(model);
        events = new ModelEventGenerator(model, seed, entities, Distribution.uniform());
        profiles = new ModelProfileGenerator(model, seed, given.tables());
        otherProfiles = new ModelProfileGenerator(model, ~seed, given.tables());
        event = new DeclaredEvent(model.event());
    }

    long next() {
        return random.nextLong(entities);
    }

    /** The fields are drawn here, because times among them are shortly before the event's. */
    byte[] event(long entity, long timeMs) {
        events.next(entity, timeMs, event);
        return codec.encode(event);
    }

    byte[] key(long entity) {
        return profileCodec.encodeKey(keys.id(entity));
    }

    byte[] profile(long entity) {
        return profileCodec.encode(profiles.profile(entity));
    }

    byte[] otherProfile(long entity) {
        return profileCodec.encode(otherProfiles.profile(entity));
    }
}
