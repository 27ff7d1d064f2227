package dev.aimonflink.job.message;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;

import static org.assertj.core.api.Assertions.assertThat;

/** Formats, to memory and back. */
public final class Wire {
    private Wire() {}

    public static <T> byte[] write(MessageFormat<T> format, T message) throws IOException {
        DataOutputSerializer out = new DataOutputSerializer(64);
        format.write(message, out);
        return out.getCopyOfBuffer();
    }

    /** Reads a message that takes all the bytes. */
    public static <T> T read(MessageFormat<T> format, byte[] bytes) throws IOException {
        DataInputDeserializer in = new DataInputDeserializer(bytes);
        T message = format.read(in);
        assertThat(in.available()).as("bytes left").isZero();
        return message;
    }

    /** The bytes that a golden file's hexadecimal digits stand for, however they are broken into lines. */
    public static byte[] golden(String name) throws IOException {
        try (InputStream in = Wire.class.getResourceAsStream("/golden/" + name)) {
            String digits = new String(in.readAllBytes(), StandardCharsets.US_ASCII);
            return HexFormat.of().parseHex(digits.replaceAll("\\s", ""));
        }
    }
}
