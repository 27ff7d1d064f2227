package dev.aimonflink.clients.output;

import dev.aimonflink.sql.text.VisibleText;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/**
 * A stream for people: what would drive a terminal, or hide something on it, is {@linkplain VisibleText escaped} in every printed text.
 * Bytes are written unchanged, so picocli's help keeps its colours. Our own lines that overwrite themselves go to the {@linkplain #raw
 * stream behind it}.
 */
public final class VisibleStream extends PrintStream {
    private final PrintStream raw;

    private VisibleStream(PrintStream raw) {
        super(raw, true, StandardCharsets.UTF_8);
        this.raw = raw;
    }

    public static VisibleStream of(PrintStream stream) {
        return stream instanceof VisibleStream visible ? visible : new VisibleStream(stream);
    }

    /** The same stream without escaping. */
    public PrintStream raw() {
        return raw;
    }

    @Override
    public void print(String text) {
        raw.print(VisibleText.ofLines(String.valueOf(text)));
    }

    @Override
    public void print(Object value) {
        print(String.valueOf(value));
    }

    @Override
    public void print(char character) {
        print(String.valueOf(character));
    }

    @Override
    public void print(char[] characters) {
        print(String.valueOf(characters));
    }
}
