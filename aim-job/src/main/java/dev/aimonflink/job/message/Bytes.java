package dev.aimonflink.job.message;

import dev.aimonflink.matrix.model.EntityId;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** Byte arrays or null, strings of any length, and keys in messages. {@code writeUTF} is limited to 64 KiB. */
public final class Bytes {
    private static final int NULL = -1;

    private Bytes() {}

    public static void write(byte[] bytes, DataOutput out) throws IOException {
        if (bytes == null) {
            out.writeInt(NULL);
        } else {
            out.writeInt(bytes.length);
            out.write(bytes);
        }
    }

    public static byte[] read(DataInput in) throws IOException {
        int length = in.readInt();
        if (length == NULL) {
            return null;
        }
        byte[] bytes = new byte[length];
        in.readFully(bytes);
        return bytes;
    }

    static void writeText(String text, DataOutput out) throws IOException {
        write(text.getBytes(StandardCharsets.UTF_8), out);
    }

    static String readText(DataInput in) throws IOException {
        return new String(read(in), StandardCharsets.UTF_8);
    }

    static void writeKey(EntityId key, DataOutput out) throws IOException {
        out.writeBoolean(key.isText());
        if (key.isText()) {
            writeText(key.text(), out);
        } else {
            out.writeLong(key.number());
        }
    }

    static EntityId readKey(DataInput in) throws IOException {
        return in.readBoolean() ? EntityId.of(readText(in)) : EntityId.of(in.readLong());
    }
}
