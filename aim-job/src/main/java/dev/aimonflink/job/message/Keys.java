package dev.aimonflink.job.message;

import dev.aimonflink.core.model.EntityId;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** Keys of entities in messages. */
final class Keys {
    private Keys() {}

    static void write(EntityId key, DataOutput out) throws IOException {
        out.writeBoolean(key.isText());
        if (key.isText()) {
            Bytes.writeText(key.text(), out);
        } else {
            out.writeLong(key.number());
        }
    }

    static EntityId read(DataInput in) throws IOException {
        return in.readBoolean() ? EntityId.of(Bytes.readText(in)) : EntityId.of(in.readLong());
    }
}
