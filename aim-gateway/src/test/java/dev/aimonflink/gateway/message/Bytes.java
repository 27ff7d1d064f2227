package dev.aimonflink.gateway.message;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Writes messages as a client does. */
final class Bytes {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    static byte[] message(char letter, Bytes body) {
        return new Bytes()
                .int8(letter)
                .int32(body.out.size() + Integer.BYTES)
                .bytes(body.array())
                .array();
    }

    static byte[] startup(Bytes body) {
        return new Bytes()
                .int32(body.out.size() + Integer.BYTES)
                .bytes(body.array())
                .array();
    }

    Bytes int8(int number) {
        out.write(number);
        return this;
    }

    Bytes int16(int number) {
        return bytes(ByteBuffer.allocate(Short.BYTES).putShort((short) number).array());
    }

    Bytes int32(int number) {
        return bytes(ByteBuffer.allocate(Integer.BYTES).putInt(number).array());
    }

    Bytes text(String text) {
        return bytes(text.getBytes(StandardCharsets.UTF_8)).int8(0);
    }

    Bytes bytes(byte[] bytes) {
        out.writeBytes(bytes);
        return this;
    }

    byte[] array() {
        return out.toByteArray();
    }
}
