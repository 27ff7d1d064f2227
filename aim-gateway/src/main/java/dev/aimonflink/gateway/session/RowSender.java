package dev.aimonflink.gateway.session;

import dev.aimonflink.gateway.message.BackendWriter;
import dev.aimonflink.gateway.message.BinaryCopy;
import dev.aimonflink.gateway.message.Format;
import dev.aimonflink.sql.type.OidNames;
import dev.aimonflink.sql.type.PgBinary;
import dev.aimonflink.sql.type.PgColumn;
import dev.aimonflink.sql.type.PgText;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.List;

/** Sends what statements return. */
final class RowSender {
    /** Output is collected up to this many bytes. */
    static final int MAX_BUFFERED = 64 * 1024;

    private final SessionState state;
    private final OidNames names;
    private final BackendWriter out;
    private final SessionClient peer;

    /** @param names of rows of catalogs that numbers stand for */
    RowSender(SessionState state, OidNames names, BackendWriter out, SessionClient peer) {
        this.state = state;
        this.names = names;
        this.out = out;
        this.peer = peer;
    }

    /** In the zone that the client has set last. */
    private PgText texts() {
        return new PgText(state.settings().zone(), names);
    }

    /** Sends rows of a portal that has run: at most {@code most}, or all if zero. */
    void send(Portal portal, int most) throws IOException {
        PgText texts = texts();
        List<Object[]> rows = portal.next(most);
        for (Object[] row : rows) {
            send(row, portal.rows().columns(), portal.formats(), texts);
            flushIfFull();
        }
        // Like PostgreSQL, which does not look beyond the last wanted row.
        if (most > 0 && rows.size() == most) {
            out.portalSuspended();
        } else {
            out.commandComplete(portal.rows().tag(rows.size()));
        }
    }

    private void send(Object[] row, List<PgColumn> columns, List<Format> formats, PgText texts) {
        out.beginRow(row.length);
        for (int i = 0; i < row.length; i++) {
            out.value(row[i] == null ? null : bytes(row[i], columns.get(i), Format.of(formats, i), texts));
        }
        out.endRow();
    }

    private static byte[] bytes(Object value, PgColumn column, Format format, PgText texts) {
        return format == Format.TEXT
                ? texts.write(column.type(), value).getBytes(StandardCharsets.UTF_8)
                : PgBinary.write(column.type(), value);
    }

    void sendCopy(CopyStatement copy, List<PgColumn> columns, Iterator<List<Object[]>> pages) throws IOException {
        long sent =
                copy.format().isBinary() ? sendBinaryCopy(columns, pages) : sendTexts(copy.format(), columns, pages);
        out.copyDone();
        out.commandComplete("COPY " + sent);
    }

    private long sendTexts(CopyStatement.Format format, List<PgColumn> columns, Iterator<List<Object[]>> pages)
            throws IOException {
        PgText texts = texts();
        out.copyOutResponse(Format.TEXT, columns.size());
        if (format.hasHeader()) {
            out.copyData(format.header(columns).getBytes(StandardCharsets.UTF_8));
        }
        long sent = 0;
        StringBuilder line = new StringBuilder();
        while (pages.hasNext()) {
            for (Object[] row : pages.next()) {
                line.setLength(0);
                format.append(row, columns, texts, line);
                out.copyData(line.toString().getBytes(StandardCharsets.UTF_8));
                flushIfFull();
                sent++;
            }
        }
        return sent;
    }

    private long sendBinaryCopy(List<PgColumn> columns, Iterator<List<Object[]>> pages) throws IOException {
        out.copyOutResponse(Format.BINARY, columns.size());
        // Some clients rely on PostgreSQL's behaviour: the header and what follows it are one message.
        byte[] before = BinaryCopy.header();
        long sent = 0;
        while (pages.hasNext()) {
            for (Object[] row : pages.next()) {
                out.copyData(BinaryCopy.row(before, row, columns));
                before = BinaryCopy.NOTHING;
                flushIfFull();
                sent++;
            }
        }
        out.copyData(BinaryCopy.end(before));
        return sent;
    }

    private void flushIfFull() throws IOException {
        if (out.size() >= MAX_BUFFERED) {
            state.job().requireConnection();
            peer.flush();
        }
    }
}
