package dev.aimonflink.core.partial;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** The lowest or highest of some texts in the order of {@link dev.aimonflink.sql.evaluate.Order#compareTexts}, or none. */
public final class TextExtremes extends States {
    private final List<String> texts = new ArrayList<>();

    TextExtremes(StateKind kind) {
        super(kind);
    }

    public static TextExtremes lowest() {
        return new TextExtremes(StateKind.MIN_TEXT);
    }

    public static TextExtremes highest() {
        return new TextExtremes(StateKind.MAX_TEXT);
    }

    public TextExtremes add(String textOrNull) {
        texts.add(textOrNull);
        return this;
    }

    /** The text, or null if there is none. */
    public String text(int row) {
        return texts.get(row);
    }

    @Override
    public int rows() {
        return texts.size();
    }

    @Override
    States empty() {
        return new TextExtremes(kind());
    }

    @Override
    void append(States from, int row) {
        add(((TextExtremes) from).text(row));
    }

    @Override
    void mergeIntoLast(States from, int row) {
        String theirs = ((TextExtremes) from).text(row);
        int last = rows() - 1;
        if (theirs != null && (text(last) == null || kind().order(theirs, text(last)) < 0)) {
            texts.set(last, theirs);
        }
    }

    @Override
    void write(int row, PartialWriter out) {
        out.flag(text(row) != null);
        if (text(row) != null) {
            out.text(text(row));
        }
    }

    @Override
    void read(PartialReader in) throws IOException {
        add(in.flag() ? in.text() : null);
    }
}
