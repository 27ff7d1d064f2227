package dev.aimonflink.bench.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;

/** Writes HTML and SVG, escaping all text. */
final class Markup {
    private final StringBuilder text = new StringBuilder();

    static String escaped(String plain) {
        return plain.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }

    /** @param attributes names and values alternating; numbers are rounded to a tenth */
    Markup open(String tag, Object... attributes) {
        return start(tag, attributes).plain(">");
    }

    static Markup svg(double width, double height, String title) {
        String box = "0 0 " + (int) width + " " + (int) Math.ceil(height);
        return new Markup().open("svg", "viewBox", box, "role", "img", "aria-label", title);
    }

    Markup close(String tag) {
        return plain("</" + tag + ">\n");
    }

    Markup element(String tag, String content, Object... attributes) {
        return open(tag, attributes).plain(escaped(content)).close(tag);
    }

    /** Adds an SVG element without content. */
    Markup shape(String tag, Object... attributes) {
        return start(tag, attributes).plain("/>\n");
    }

    /** @param style further classes, each after a blank */
    record Cell(String markup, String style) {
        static Cell of(String text, String style) {
            return new Cell(escaped(text), style);
        }

        static Cell of(double number) {
            return of(FigureLabels.number(number), "");
        }
    }

    Markup table(int texts, List<String> columns, Stream<? extends List<Cell>> rows) {
        open("div", "class", "table").open("table").open("thead").open("tr");
        for (int i = 0; i < columns.size(); i++) {
            element("th", columns.get(i), "class", i < texts ? "text" : "number");
        }
        close("tr").close("thead").open("tbody").plain("\n");
        rows.forEach(cells -> {
            open("tr");
            for (int i = 0; i < cells.size(); i++) {
                String style = (i < texts ? "text" : "number") + cells.get(i).style();
                open("td", "class", style).plain(cells.get(i).markup()).close("td");
            }
            close("tr");
        });
        return close("tbody").close("table").close("div");
    }

    /** A file beside this class. */
    static String resource(String name) {
        try (InputStream in = Markup.class.getResourceAsStream(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

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
