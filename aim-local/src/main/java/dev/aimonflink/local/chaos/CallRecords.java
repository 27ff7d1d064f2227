package dev.aimonflink.local.chaos;

import dev.aimonflink.clients.load.Distribution;
import dev.aimonflink.clients.load.EventGenerator;
import dev.aimonflink.clients.load.ModelProfileGenerator;
import dev.aimonflink.core.calls.CallModel;
import dev.aimonflink.core.calls.Event;
import dev.aimonflink.core.calls.wire.EventCodec;
import dev.aimonflink.core.format.event.ProfileModelCodec;
import dev.aimonflink.core.model.EntityId;
import dev.aimonflink.core.setup.EventFormat;

/** Draws calls, and profiles of subscribers. */
final class CallRecords implements DrawnRecords {
    private final EventCodec codec;
    private final ProfileModelCodec profileCodec = new ProfileModelCodec(CallModel.smallest());
    private final EventGenerator calls;
    private final ModelProfileGenerator profiles;
    private final ModelProfileGenerator otherProfiles;
    private Event drawn;

    CallRecords(long seed, EventFormat format, int subscribers) {
        codec = format.newCodec();
        calls = new EventGenerator(seed, subscribers, Distribution.uniform());
        profiles = ModelProfileGenerator.ofSubscribers(seed);
        otherProfiles = ModelProfileGenerator.ofSubscribers(~seed);
    }

    @Override
    public long next() {
        drawn = calls.next(0);
        return drawn.subscriberId();
    }

    @Override
    public byte[] event(long entity, long timeMs) {
        return codec.encode(new Event(entity, timeMs, drawn.durationSeconds(), drawn.cost(), drawn.longDistance()));
    }

    @Override
    public byte[] eventThatCounts(long entity, long timeMs) {
        return event(entity, timeMs);
    }

    @Override
    public byte[] key(long entity) {
        return profileCodec.encodeKey(EntityId.of(entity));
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
        return true;
    }
}
