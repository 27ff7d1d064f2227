package dev.aimonflink.bench.report;

import java.math.BigDecimal;
import java.math.RoundingMode;

/** Writes HTML and SVG. All text is escaped. */
final class Markup {
    private final StringBuilder text = new StringBuilder();

    static String escaped(String plain) {
        return plain.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }

    /** @param attributes names and values in turns; numbers are rounded to a tenth */
    Markup open(String tag, Object... attributes) {
        return start(tag, attributes).plain(">");
    }

    /** Opens a picture. */
    static Markup svg(double width, double height, String title) {
        String box = "0 0 " + (int) width + " " + (int) Math.ceil(height);
        return new Markup().open("svg", "viewBox", box, "role", "img", "aria-label", title);
    }

    Markup close(String tag) {
        return plain("</" + tag + ">\n");
    }

    /** Adds an element with a text. */
    Markup element(String tag, String content, Object... attributes) {
        return open(tag, attributes).plain(escaped(content)).close(tag);
    }

    /** Adds an SVG element without content. */
    Markup shape(String tag, Object... attributes) {
        return start(tag, attributes).plain("/>\n");
    }

    /** Adds markup as it is. */
    Markup plain(String markup) {
        text.append(markup);
        return this;
    }

    private Markup start(String tag, Object... attributes) {
        plain("<" + tag);
        for (int i = 0; i < attributes.length; i += 2) {
            Object value = attributes[i + 1];
            String shown = value instanceof Double number ? rounded(number) : value.toString();
            plain(" " + attributes[i] + "=\"" + escaped(shown) + "\"");
        }
        return this;
    }

    static String rounded(double coordinate) {
        BigDecimal tenths = BigDecimal.valueOf(coordinate).setScale(1, RoundingMode.HALF_UP);
        return tenths.stripTrailingZeros().toPlainString();
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
