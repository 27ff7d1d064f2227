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

    /** @param attributes names and values in turns; numbers are rounded to a tenth, which is less than is seen */
    Markup open(String tag, Object... attributes) {
        return start(tag, attributes).plain(">");
    }

    Markup close(String tag) {
        return plain("</" + tag + ">\n");
    }

    /** An element with a text. */
    Markup element(String tag, String content, Object... attributes) {
        return open(tag, attributes).plain(escaped(content)).close(tag);
    }

    /** An SVG element without content. */
    Markup shape(String tag, Object... attributes) {
        return start(tag, attributes).plain("/>\n");
    }

    /** What is markup already. */
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
