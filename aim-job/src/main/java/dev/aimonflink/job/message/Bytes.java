package dev.aimonflink.job.message;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** Byte arrays, null included, and strings of any length in messages. {@code writeUTF} is limited to 64 KiB. */
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
}
