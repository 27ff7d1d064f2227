package dev.aimonflink.clients;

import dev.aimonflink.matrix.format.event.ProfileModelCodec;
import dev.aimonflink.matrix.model.EntityId;
import dev.aimonflink.matrix.model.EntityProfile;
import dev.aimonflink.matrix.model.Model;

/** Publishes profiles of a model's entities without waiting for each. For one thread; the counters are for any. */
public final class ProfilePublisher implements AutoCloseable {
    private final RecordPublisher records;
    private final ProfileModelCodec codec;

    /** @param records is closed with this publisher */
    public ProfilePublisher(Model model, RecordPublisher records) {
        this.records = records;
        codec = new ProfileModelCodec(model);
    }

    /** Sends a profile, or throws {@link ClientException} if this one or an earlier one was lost. */
    public void publish(EntityProfile profile) {
        records.publish(codec.encodeKey(profile.key()), codec.encode(profile));
    }

    /** Sends a tombstone: the entity keeps its row and loses its attributes. */
    public void clear(EntityId key) {
        records.publish(codec.encodeKey(key), null);
    }

    /** Sends a record that erases the entity: its aggregates, its profile and its row. */
    public void forget(EntityId key) {
        records.publish(codec.encodeKey(key), codec.encodeForget(key));
    }

    /** Waits until all profiles are acknowledged; throws {@link ClientException} if one was lost. */
    public void flush() {
        records.flush();
    }

    /** The number of profiles that the broker acknowledged. */
    public long acknowledged() {
        return records.acknowledged();
    }

    /** The number of lost profiles. */
    public long failed() {
        return records.failed();
    }

    /** Waits, within bounds, for what was sent. Call {@link #flush} before to learn whether all of it arrived. */
    @Override
    public void close() {
        records.close();
    }
}
