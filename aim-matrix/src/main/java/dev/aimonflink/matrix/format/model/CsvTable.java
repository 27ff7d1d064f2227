package dev.aimonflink.matrix.format.model;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.dataformat.csv.CsvFactory;
import com.fasterxml.jackson.dataformat.csv.CsvParser;
import dev.aimonflink.matrix.model.Attributes;
import dev.aimonflink.matrix.model.InvalidInputException;
import dev.aimonflink.matrix.names.EntityTable;
import dev.aimonflink.sql.text.Spelling;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Reads one table from CSV, row by row, within limits. */
final class CsvTable {
    static final int MAX_ROWS = 1_000_000;
    static final int MAX_COLUMNS = 256;

    /** For names of columns and cells: each group of an answer carries some. */
    static final int MAX_LENGTH = Attributes.MAX_TEXT_LENGTH;

    /** Equal cells share one object, up to this many. Most columns have few names. */
    private static final int MAX_SHARED_CELLS = 1 << 16;

    private static final CsvFactory FACTORY = CsvFactory.builder()
            .enable(CsvParser.Feature.WRAP_AS_ARRAY)
            .enable(CsvParser.Feature.SKIP_EMPTY_LINES)
            .build();

    private static final byte[] BYTE_ORDER_MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

    private final String table;
    private final String file;
    private final List<String> columns = new ArrayList<>();
    private final List<String[]> rows = new ArrayList<>();
    private final Map<String, Integer> linesOfKeys = new HashMap<>();
    private final Map<String, String> sharedCells = new HashMap<>();

    /** Where the current row begins. */
    private int line = 1;

    /** @param file name of the bytes in messages */
    CsvTable(String table, String file) {
        this.table = table;
        this.file = file;
    }

    EntityTable read(byte[] csv) {
        try (CsvParser parser = FACTORY.createParser(reader(csv))) {
            parser.nextToken();
            while (parser.nextToken() == JsonToken.START_ARRAY) {
                List<String> row = row(parser);
                if (columns.isEmpty()) {
                    addColumns(row);
                } else {
                    addRow(row);
                }
            }
        } catch (JsonProcessingException e) {
            throw wrong(line, "This is no CSV: " + e.getOriginalMessage() + ". Fix the row.", e);
        } catch (CharacterCodingException e) {
            throw wrong(lineOfDamage(csv), "A character is not UTF-8. Save the file as UTF-8.", e);
        } catch (IOException e) {
            throw new UncheckedIOException("Memory cannot be read.", e);
        }
        if (columns.isEmpty()) {
            throw wrong(1, "The file is empty. Begin it with the names of the columns, that of the key first.", null);
        }
        return new EntityTable(table, columns, rows);
    }

    private static Reader reader(byte[] csv) {
        boolean isMarked = csv.length >= BYTE_ORDER_MARK.length
                && Arrays.equals(csv, 0, BYTE_ORDER_MARK.length, BYTE_ORDER_MARK, 0, BYTE_ORDER_MARK.length);
        int from = isMarked ? BYTE_ORDER_MARK.length : 0;
        // A new decoder reports malformed bytes, unlike one made from a charset.
        return new InputStreamReader(
                new ByteArrayInputStream(csv, from, csv.length - from), StandardCharsets.UTF_8.newDecoder());
    }

    private static int lineOfDamage(byte[] csv) {
        CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
        ByteBuffer in = ByteBuffer.wrap(csv);
        CharBuffer out = CharBuffer.allocate(1 << 12);
        while (decoder.decode(in, out, true).isOverflow()) {
            out.clear();
        }
        int lines = 1;
        for (int i = 0; i < in.position(); i++) {
            lines += csv[i] == '\n' ? 1 : 0;
        }
        return lines;
    }

    private List<String> row(CsvParser parser) throws IOException {
        List<String> cells = new ArrayList<>();
        line = parser.currentLocation().getLineNr();
        while (parser.nextToken() == JsonToken.VALUE_STRING) {
            if (cells.isEmpty()) {
                // Empty lines before the row are skipped with its first cell.
                line = parser.currentTokenLocation().getLineNr();
            }
            cells.add(parser.getText());
        }
        return cells;
    }

    private void addColumns(List<String> names) {
        if (names.size() > MAX_COLUMNS) {
            throw wrong(
                    names.size() + " columns are more than " + MAX_COLUMNS + ". Take out those that no query needs.");
        }
        Map<String, String> seen = new HashMap<>();
        for (String name : names) {
            if (name.isBlank()) {
                throw wrong("Column " + (columns.size() + 1) + " has no name. Write one.");
            }
            requireShort("The name of column " + (columns.size() + 1), name);
            // SQL does not distinguish them without quotes.
            String other = seen.put(name.toLowerCase(Locale.ROOT), name);
            if (other != null) {
                throw wrong("column '" + Spelling.shortened(name) + "' has the same name as column '"
                        + Spelling.shortened(other) + "'. Rename one of them.");
            }
            columns.add(name);
        }
    }

    private void addRow(List<String> cells) {
        if (rows.size() == MAX_ROWS) {
            throw wrong("The table has more than " + MAX_ROWS + " rows. Take some out.");
        }
        if (cells.size() != columns.size()) {
            throw wrong("The row has " + cells.size() + " cells instead of " + columns.size()
                    + ". Write one for each column, and quotes around a cell with a comma.");
        }
        String[] row = new String[cells.size()];
        for (int column = 0; column < row.length; column++) {
            requireShort(columns.get(column), cells.get(column));
            row[column] = column == 0 ? cells.get(0) : shared(cells.get(column));
        }
        requireNewKey(row[0]);
        rows.add(row);
    }

    private void requireShort(String what, String text) {
        if (text.length() > MAX_LENGTH) {
            throw wrong(Spelling.shortened(what) + " has " + text.length() + " characters instead of at most "
                    + MAX_LENGTH + ". Shorten it, or look for a quote that does not end.");
        }
    }

    private String shared(String cell) {
        if (sharedCells.size() == MAX_SHARED_CELLS) {
            sharedCells.clear();
        }
        String present = sharedCells.putIfAbsent(cell, cell);
        return present == null ? cell : present;
    }

    private void requireNewKey(String key) {
        String column = Spelling.shortened(columns.get(0));
        if (key.isEmpty()) {
            throw wrong("The key " + column + " is empty. Write it, or take out the row.");
        }
        Integer other = linesOfKeys.putIfAbsent(key, line);
        if (other != null) {
            throw wrong(column + "='" + Spelling.shortened(key) + "' is the key of line " + other
                    + " too. Take out one of the rows.");
        }
    }

    private InvalidInputException wrong(String sentence) {
        return wrong(line, sentence, null);
    }

    private InvalidInputException wrong(int at, String sentence, Exception causeOrNull) {
        return new InvalidInputException(
                "Table " + table + " file=" + file + ", line " + at + ": " + sentence, causeOrNull);
    }
}
