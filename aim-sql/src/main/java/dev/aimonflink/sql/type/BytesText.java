package dev.aimonflink.sql.type;

import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;
import dev.aimonflink.sql.text.Spelling;
import java.io.ByteArrayOutputStream;
import java.util.HexFormat;

/** Bytes as texts: {@code bytea}, and {@code "char"}, a single one. */
final class BytesText {
    private static final String HEX = "\\x";
    private static final HexFormat DIGITS = HexFormat.of();
    private static final int FIRST_NOT_ASCII = 128;
    private static final int OCTAL_DIGITS = 3;

    private BytesText() {}

    static String write(byte[] bytes) {
        return HEX + DIGITS.formatHex(bytes);
    }

    /** Reads pairs of digits behind {@code \\x}, or characters in which {@code \\ooo} is a byte and two backslashes are one. */
    static byte[] read(String text) {
        if (text.startsWith(HEX)) {
            try {
                return DIGITS.parseHex(text.replaceAll("[ \\n\\r\\t]", "").substring(HEX.length()));
            } catch (IllegalArgumentException malformed) {
                throw new SqlException(
                        SqlState.INVALID_ARGUMENT,
                        SqlException.NOWHERE,
                        "invalid hexadecimal data: \"" + Spelling.shortened(text)
                                + "\". Write pairs of hexadecimal digits behind \\x, like \\x01ff.");
            }
        }
        byte[] written = Utf8.bytes(text);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (int i = 0; i < written.length; i++) {
            if (written[i] != '\\') {
                bytes.write(written[i]);
            } else if (i + 1 < written.length && written[i + 1] == '\\') {
                bytes.write('\\');
                i++;
            } else {
                bytes.write(octal(written, i + 1, text));
                i += OCTAL_DIGITS;
            }
        }
        return bytes.toByteArray();
    }

    private static int octal(byte[] written, int from, String text) {
        if (!isOctal(written, from)) {
            throw malformed(text);
        }
        return (written[from] - '0') << 6 | (written[from + 1] - '0') << 3 | (written[from + 2] - '0');
    }

    private static boolean isOctal(byte[] written, int from) {
        return from + OCTAL_DIGITS <= written.length
                && written[from] >= '0'
                && written[from] <= '3'
                && written[from + 1] >= '0'
                && written[from + 1] <= '7'
                && written[from + 2] >= '0'
                && written[from + 2] <= '7';
    }

    private static SqlException malformed(String text) {
        return Faults.syntax(PgType.BYTEA, text, "Write pairs of hexadecimal digits behind \\x, like \\x01ff.");
    }

    /** A non-ASCII byte is written in octal digits, and zero is an empty text. */
    static String writeChar(String character) {
        if (character.isEmpty() || character.charAt(0) == 0) {
            return "";
        }
        char code = character.charAt(0);
        return code < FIRST_NOT_ASCII ? String.valueOf(code) : "\\" + Integer.toOctalString(code);
    }

    /** The first byte of a text; PostgreSQL skips the others, too. */
    static String readChar(String text) {
        byte[] bytes = Utf8.bytes(text);
        if (bytes.length == 0) {
            return "";
        }
        boolean isOctal = bytes.length == 1 + OCTAL_DIGITS && bytes[0] == '\\' && isOctal(bytes, 1);
        return ofByte((byte) (isOctal ? octal(bytes, 1, text) : bytes[0]));
    }

    static String ofByte(byte code) {
        return code == 0 ? "" : String.valueOf((char) (code & 0xFF));
    }
}
