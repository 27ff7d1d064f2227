package dev.aimonflink.clients.output;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.SerializableString;
import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.core.io.CharacterEscapes;
import com.fasterxml.jackson.core.io.SerializedString;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.aimonflink.sql.text.VisibleText;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Writes data in the user's format, with {@code \n} line ends on every platform, so that outputs can be compared.
 *
 * <p>Values are nulls, numbers, booleans, texts, and in JSON trees of it; others are written by {@code toString}.
 */
public final class AnswerOutput {
    /** Separate, because a table does not need Jackson, which takes a while to load. */
    private static final class Writers {
        static final ObjectWriter ONE_LINE = JsonMapper.builder()
                .enable(StreamWriteFeature.WRITE_BIGDECIMAL_AS_PLAIN)
                .build()
                .writer(new VisibleJson());

        static final ObjectWriter INDENTED = ONE_LINE.with(new DefaultPrettyPrinter()
                        .withObjectIndenter(new DefaultIndenter("  ", "\n"))
                        .withArrayIndenter(new DefaultIndenter("  ", "\n")))
                .without(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
    }

    private final OutputFormat format;
    private final PrintStream out;
    private final Screen screen;

    /** The last one written. */
    private String table;

    public AnswerOutput(OutputFormat format, PrintStream out) {
        this(format, out, Screen.NONE);
    }

    public AnswerOutput(OutputFormat format, PrintStream out, Screen screen) {
        this.format = format;
        this.out = out;
        this.screen = screen;
    }

    public OutputFormat format() {
        return format;
    }

    /** Writes a table: in JSON an array of objects, in JSON lines one object a row. */
    public void print(List<String> columns, List<? extends List<?>> rows) {
        for (List<?> row : rows) {
            if (row.size() != columns.size()) {
                throw new IllegalArgumentException(
                        "A row has " + row.size() + " cells, not one for each of the columns " + columns);
            }
        }
        switch (format) {
            case TABLE -> {
                table = TextTables.of(columns, rows, screen.columns());
                screen.print(table, out);
            }
            case CSV -> out.print(Csv.of(columns, rows));
            case JSON ->
                printDocument(rows.stream().map(row -> object(columns, row)).toList());
            case JSONL -> rows.forEach(row -> printDocument(object(columns, row)));
        }
        out.flush();
    }

    /** Writes more rows of a table begun by {@link #print}, without its head. Not for JSON, which is one document. */
    public void printMore(List<String> columns, List<? extends List<?>> rows) {
        switch (format) {
            case TABLE -> out.print(TextTables.below(table, rows));
            case CSV -> out.print(Csv.of(rows));
            case JSON -> throw new IllegalStateException("A document ends with its first rows");
            case JSONL -> print(columns, rows);
        }
        out.flush();
    }

    /** For tables and CSV only. */
    public void print(SqlRows rows, Look look) {
        switch (format) {
            case TABLE -> screen.print(rows.table(look), out);
            case CSV -> out.print(rows.csv(look));
            case JSON, JSONL -> throw new IllegalStateException("Answers in " + format.label() + " are documents");
        }
        out.flush();
    }

    /** Writes one thing of many parts: a transposed table, one JSON object, or a CSV of one row. */
    public void printRecord(Map<String, ?> record) {
        switch (format) {
            case TABLE -> {
                List<List<Object>> rows = new ArrayList<>();
                record.forEach((name, value) -> {
                    List<Object> row = new ArrayList<>();
                    row.add(name);
                    row.add(value);
                    rows.add(row);
                });
                print(List.of("name", "value"), rows);
            }
            case CSV -> print(List.copyOf(record.keySet()), List.of(new ArrayList<>(record.values())));
            case JSON, JSONL -> printDocument(scalars(record));
        }
        out.flush();
    }

    /** Writes a document that is more than a table; for JSON and JSON lines only. */
    public void printDocument(Object document) {
        if (format != OutputFormat.JSON && format != OutputFormat.JSONL) {
            throw new IllegalStateException("A document cannot be written as " + format.label());
        }
        try {
            out.print((format == OutputFormat.JSON ? Writers.INDENTED : Writers.ONE_LINE).writeValueAsString(document)
                    + "\n");
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("Jackson cannot write " + document, e);
        }
        out.flush();
    }

    private static Map<String, Object> object(List<String> columns, List<?> row) {
        Map<String, Object> object = new LinkedHashMap<>();
        for (int i = 0; i < columns.size(); i++) {
            object.put(columns.get(i), scalar(row.get(i)));
        }
        return object;
    }

    private static Map<String, Object> scalars(Map<String, ?> record) {
        Map<String, Object> object = new LinkedHashMap<>();
        record.forEach((name, value) -> object.put(name, scalar(value)));
        return object;
    }

    private static Object scalar(Object value) {
        return value == null || value instanceof Number || value instanceof Boolean || value instanceof JsonNode
                ? value
                : value.toString();
    }

    /** Escapes invisible characters in JSON, which itself only escapes the first 32. Any reader gets the same text. */
    private static final class VisibleJson extends CharacterEscapes {
        private static final long serialVersionUID = 1L;

        private static final int DELETE = 0x7F;

        private final int[] ofAscii = standardAsciiEscapesForJSON();

        VisibleJson() {
            ofAscii[DELETE] = ESCAPE_STANDARD;
        }

        @Override
        public int[] getEscapeCodesForAscii() {
            return ofAscii.clone();
        }

        /** @param character of UTF-16, so tags and other surrogate pairs stay */
        @Override
        public SerializableString getEscapeSequence(int character) {
            return Character.isSurrogate((char) character) || VisibleText.isVisible(character)
                    ? null
                    : new SerializedString(String.format(Locale.ROOT, "\\u%04X", character));
        }
    }
}
