package dev.aimonflink.clients;

import dev.aimonflink.matrix.format.event.ProfileModelCodec;
import dev.aimonflink.matrix.model.EntityId;
import dev.aimonflink.matrix.model.EntityProfile;
import dev.aimonflink.matrix.model.Model;

/** Publishes profiles of a model's entities without waiting for each. For one thread, except the counters. */
public final class ProfilePublisher implements AutoCloseable {
    private final RecordPublisher records;
    private final ProfileModelCodec codec;

    public ProfilePublisher(Model model, RecordPublisher records) {
        this.records = records;
        codec = new ProfileModelCodec(model);
    }

    /** Throws {@link ClientException} if this or an earlier profile was lost. */
    public void publish(EntityProfile profile) {
        records.publish(codec.encodeKey(profile.key()), codec.encode(profile));
    }

    /** Sends a tombstone: the entity keeps its row and loses its attributes. */
    public void clear(EntityId key) {
        records.publish(codec.encodeKey(key), null);
    }

    /** Erases the entity: its aggregates, its profile and its row. */
    public void forget(EntityId key) {
        records.publish(codec.encodeKey(key), codec.encodeForget(key));
    }

    /** Waits until all profiles are acknowledged; throws {@link ClientException} if one was lost. */
    public void flush() {
        records.flush();
    }

    public long acknowledged() {
        return records.acknowledged();
    }

    public long failed() {
        return records.failed();
    }

    /** Waits a bounded time for what was sent; call {@link #flush} first to learn whether all of it arrived. */
    @Override
    public void close() {
        records.close();
    }
}
