package dev.aimonflink.gateway.session;

import dev.aimonflink.gateway.message.BackendWriter;
import dev.aimonflink.gateway.message.Format;
import dev.aimonflink.sql.type.OidNames;
import dev.aimonflink.sql.type.PgBinary;
import dev.aimonflink.sql.type.PgColumn;
import dev.aimonflink.sql.type.PgText;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Writes rows as a client wants them: each column as text or as bytes. */
final class DataRowWriter {
    private final BackendWriter out;
    private final PgText texts;

    DataRowWriter(BackendWriter out, Settings settings, OidNames names) {
        this.out = out;
        this.texts = new PgText(settings.zone(), names);
    }

    void row(Object[] row, List<PgColumn> columns, List<Format> formats) {
        out.beginRow(row.length);
        for (int i = 0; i < row.length; i++) {
            out.value(row[i] == null ? null : value(row[i], columns.get(i), Format.of(formats, i)));
        }
        out.endRow();
    }

    private byte[] value(Object value, PgColumn column, Format format) {
        return format == Format.TEXT
                ? texts.write(column.type(), value).getBytes(StandardCharsets.UTF_8)
                : PgBinary.write(column.type(), value);
    }

    /** Null for null. */
    String[] texts(Object[] row, List<PgColumn> columns) {
        String[] values = new String[row.length];
        for (int i = 0; i < row.length; i++) {
            values[i] = row[i] == null ? null : texts.write(columns.get(i).type(), row[i]);
        }
        return values;
    }
}
