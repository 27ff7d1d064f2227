package dev.aimonflink.sql.type;

import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/** Texts as bytes, and back, without replacing malformed bytes. */
public final class Utf8 {
    private Utf8() {}

    public static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    public static String text(byte[] bytes) {
        return text(bytes, 0, bytes.length);
    }

    /** @throws SqlException 22021 if they are not UTF-8, or have a zero, which no text of PostgreSQL has */
    public static String text(byte[] bytes, int from, int length) {
        for (int i = from; i < from + length; i++) {
            if (bytes[i] == 0) {
                throw invalid(": 0x00");
            }
        }
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .onMalformedInput(CodingErrorAction.REPORT)
                    .onUnmappableCharacter(CodingErrorAction.REPORT)
                    .decode(ByteBuffer.wrap(bytes, from, length))
                    .toString();
        } catch (CharacterCodingException malformed) {
            throw invalid("");
        }
    }

    private static SqlException invalid(String where) {
        return new SqlException(
                SqlState.INVALID_ENCODING,
                SqlException.NOWHERE,
                "invalid byte sequence for encoding \"UTF8\"" + where + ". Send texts in UTF-8, without zeros.");
    }
}
