package dev.aimonflink.matrix.format;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;

/** Reads the golden files: the exact bytes of each version of a format. They are never changed, only added to. */
public final class Golden {
    private Golden() {}

    /** The lines of a file: one JSON text each. */
    public static List<String> lines(String name) {
        return text(name).lines().toList();
    }

    /** The content of a file. */
    public static String text(String name) {
        try (InputStream in = Golden.class.getResourceAsStream("/golden/" + name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The bytes of a file of hexadecimal digits, whatever its line breaks. */
    public static byte[] bytes(String name) {
        return HexFormat.of().parseHex(String.join("", lines(name)));
    }

    public static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
