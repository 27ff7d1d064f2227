package dev.aimonflink.matrix.format.avro;

import dev.aimonflink.matrix.format.MalformedException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.apache.avro.io.Decoder;
import org.apache.avro.util.Utf8;

/** Reads texts through one buffer, and refuses those that are not UTF-8. */
final class AvroText {
    /** A longer buffer is dropped after its text, because no text that a model accepts needs it. */
    private static final int MAX_KEPT_BYTES = 4_096;

    /** What Java reads for bytes that are not UTF-8, and also an ordinary character. */
    private static final char REPLACEMENT = '\uFFFD';

    private Utf8 buffer = new Utf8();

    Utf8 readBytes(Decoder in) throws IOException {
        if (buffer.getBytes().length > MAX_KEPT_BYTES) {
            buffer = new Utf8();
        }
        buffer = in.readString(buffer);
        return buffer;
    }

    String read(String name, Decoder in) throws IOException {
        return text(name, readBytes(in));
    }

    static String text(String name, Utf8 utf8) {
        String text = new String(utf8.getBytes(), 0, utf8.getByteLength(), StandardCharsets.UTF_8);
        if (text.indexOf(REPLACEMENT) >= 0) {
            requireUtf8(name, utf8);
        }
        return text;
    }

    private static void requireUtf8(String name, Utf8 utf8) {
        try {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(utf8.getBytes(), 0, utf8.getByteLength()));
        } catch (CharacterCodingException malformed) {
            throw new MalformedException(name + " is not UTF-8");
        }
    }
}
