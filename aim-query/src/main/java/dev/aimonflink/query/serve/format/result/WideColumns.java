package dev.aimonflink.query.serve.format.result;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.io.SerializedString;
import dev.aimonflink.matrix.format.Json;
import dev.aimonflink.matrix.format.JsonValues;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/**
 * Writes and reads the column names of a result, and caches the last wide list with its JSON. A point query answers with the names of all
 * aggregates each time; they are most of its bytes, and would take most of its time.
 */
final class WideColumns {
    /** Shorter lists are quickly written and read. */
    static final int WIDE = 32;

    private List<String> columns = List.of();
    private SerializedString json = new SerializedString("[]");

    void write(List<String> names, JsonGenerator out) throws IOException {
        if (names.size() < WIDE) {
            ResultCodec.writeRow(names, out);
            return;
        }
        if (!names.equals(columns)) {
            byte[] written = Json.write(each -> ResultCodec.writeRow(names, each));
            remember(names, written, 0, written.length);
        }
        out.writeRawValue(json);
    }

    List<String> read(JsonParser parser, byte[] text) throws IOException {
        int start = (int) parser.currentTokenLocation().getByteOffset();
        byte[] known = json.asUnquotedUTF8();
        if (text.length - start >= known.length
                && Arrays.equals(text, start, start + known.length, known, 0, known.length)) {
            parser.skipChildren();
            return columns;
        }
        List<String> names = List.copyOf(JsonValues.readList(parser, JsonValues::readText));
        if (names.size() >= WIDE) {
            remember(names, text, start, (int) parser.currentLocation().getByteOffset());
        }
        return names;
    }

    private void remember(List<String> names, byte[] text, int start, int end) {
        columns = List.copyOf(names);
        json = new SerializedString(new String(text, start, end - start, StandardCharsets.UTF_8));
    }
}
