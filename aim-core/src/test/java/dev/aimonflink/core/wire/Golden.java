package dev.aimonflink.core.wire;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;

/** Files that show byte for byte what a version of a format looks like. They are never changed, only added to. */
public final class Golden {
    private Golden() {}

    /** The lines of a file: one JSON text each. */
    public static List<String> lines(String name) {
        return text(name).lines().toList();
    }

    /** All of a file. */
    public static String text(String name) {
        try (InputStream in = Golden.class.getResourceAsStream("/golden/" + name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The bytes that a file of hexadecimal digits stands for, however it is broken into lines. */
    public static byte[] bytes(String name) {
        return HexFormat.of().parseHex(String.join("", lines(name)));
    }

    public static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
