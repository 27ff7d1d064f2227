package dev.aimonflink.gateway.message;

import dev.aimonflink.sql.type.PgColumn;
import dev.aimonflink.sql.type.Utf8;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;

/**
 * Writes messages to a client in memory, until {@link #flush}. Every message is {@code letter | int32 bytes, without the letter | body};
 * the methods document the body.
 */
public final class BackendWriter {
    /** PostgreSQL's number for 3.0. */
    private static final int VERSION_3 = 3 << 16;

    private static final int AUTHENTICATED = 0;
    private static final int SASL = 10;
    private static final int SASL_CONTINUE = 11;
    private static final int SASL_FINAL = 12;
    private static final int NULL = -1;

    private final MessageBuffer buffer = new MessageBuffer();

    public int size() {
        return buffer.size();
    }

    /** Takes away what was written from {@code place} on. */
    public byte[] cut(int place) {
        return buffer.cut(place);
    }

    /** Writes messages that were {@link #cut}. */
    public void append(byte[] messages) {
        buffer.bytes(messages);
    }

    /** Sends everything in one write. */
    public void flush(OutputStream out) throws IOException {
        buffer.flush(out);
    }

    /** A single byte without a letter: whether the requested TLS or GSSAPI begins now. */
    public void encryption(boolean isAccepted) {
        buffer.int8(isAccepted ? 'S' : 'N');
    }

    /** R: {@code int32 0}. */
    public void authenticationOk() {
        buffer.begin('R');
        buffer.int32(AUTHENTICATED);
        buffer.end();
    }

    /** R: {@code int32 10 | text for each mechanism | an empty text}. */
    public void authenticationSasl(List<String> mechanisms) {
        buffer.begin('R');
        buffer.int32(SASL);
        mechanisms.forEach(buffer::text);
        buffer.int8(0);
        buffer.end();
    }

    /** R: {@code int32 11 | message of the mechanism}. */
    public void saslContinue(String message) {
        sasl(SASL_CONTINUE, message);
    }

    /** R: {@code int32 12 | message of the mechanism}. */
    public void saslFinal(String message) {
        sasl(SASL_FINAL, message);
    }

    private void sasl(int step, String message) {
        buffer.begin('R');
        buffer.int32(step);
        buffer.bytes(Utf8.bytes(message));
        buffer.end();
    }

    /** S: {@code text name | text value}. */
    public void parameterStatus(String name, String value) {
        buffer.begin('S');
        buffer.text(name);
        buffer.text(value);
        buffer.end();
    }

    /** K: {@code int32 process | secret}: 4 bytes before protocol 3.2, and up to 256 from then on. */
    public void backendKeyData(int processId, byte[] secret) {
        buffer.begin('K');
        buffer.int32(processId);
        buffer.bytes(secret);
        buffer.end();
    }

    /** v: {@code int32 196608 + newest minor | int32 count | text for each unknown protocol option}. */
    public void negotiateProtocolVersion(int newestMinor, List<String> unknownOptions) {
        buffer.begin('v');
        buffer.int32(VERSION_3 + newestMinor);
        buffer.int32(unknownOptions.size());
        unknownOptions.forEach(buffer::text);
        buffer.end();
    }

    /** Z: {@code int8 I, T or E}: idle, in a transaction, in a failed one. */
    public void readyForQuery(char state) {
        buffer.begin('Z');
        buffer.int8(state);
        buffer.end();
    }

    /**
     * T:
     *
     * <pre>
     * int16 columns
     * for each: text name | int32 table, 0 | int16 its column, 0 | int32 type | int16 size of the type | int32 modifier | int16 format
     * </pre>
     *
     * @param formats none if all are texts, one for all, or one of each
     */
    public void rowDescription(List<PgColumn> columns, List<Format> formats) {
        buffer.begin('T');
        buffer.int16(columns.size());
        for (int i = 0; i < columns.size(); i++) {
            PgColumn column = columns.get(i);
            buffer.text(column.name());
            buffer.int32(0);
            buffer.int16(0);
            buffer.int32(column.type().oid());
            buffer.int16(column.type().size());
            buffer.int32(column.modifier());
            buffer.int16(Format.of(formats, i).ordinal());
        }
        buffer.end();
    }

    /** n: nothing; what was described returns no rows. */
    public void noData() {
        empty('n');
    }

    /** t: {@code int16 count | int32 type of each}. */
    public void parameterDescription(List<Integer> types) {
        buffer.begin('t');
        buffer.int16(types.size());
        types.forEach(buffer::int32);
        buffer.end();
    }

    /** 1: nothing. */
    public void parseComplete() {
        empty('1');
    }

    /** 2: nothing. */
    public void bindComplete() {
        empty('2');
    }

    /** 3: nothing. */
    public void closeComplete() {
        empty('3');
    }

    /** D: {@code int16 columns}, and for each a {@link #value}; then {@link #endRow}. */
    public void beginRow(int columns) {
        buffer.begin('D');
        buffer.int16(columns);
    }

    /** {@code int32 bytes, or -1 for a null | those bytes}. */
    public void value(byte[] value) {
        if (value == null) {
            buffer.int32(NULL);
        } else {
            buffer.int32(value.length);
            buffer.bytes(value);
        }
    }

    public void endRow() {
        buffer.end();
    }

    /** C: {@code text tag}, as {@code SELECT 3}. */
    public void commandComplete(String tag) {
        buffer.begin('C');
        buffer.text(tag);
        buffer.end();
    }

    /** I: nothing; there was no statement in the text. */
    public void emptyQuery() {
        empty('I');
    }

    /** s: nothing; there are more rows than were asked for. */
    public void portalSuspended() {
        empty('s');
    }

    /** E: fields, see {@link #notice}. */
    public void error(ErrorFields fields) {
        fields('E', fields);
    }

    /**
     * N: for each field {@code int8 letter | text}, then a zero. S and V are the severity, C the state, M the message, D the detail, H the
     * hint, P the position, and R the routine.
     */
    public void notice(ErrorFields fields) {
        fields('N', fields);
    }

    private void fields(char letter, ErrorFields fields) {
        buffer.begin(letter);
        field('S', fields.severity().name());
        field('V', fields.severity().name());
        field('C', fields.state().code());
        field('M', fields.message());
        field('D', fields.detail());
        field('H', fields.hint());
        field('P', fields.position() == 0 ? null : Integer.toString(fields.position()));
        field('R', fields.routine());
        buffer.int8(0);
        buffer.end();
    }

    private void field(char letter, String value) {
        if (value != null) {
            buffer.int8(letter);
            buffer.text(value);
        }
    }

    /** H: {@code int8 format | int16 columns | int16 format of each}. */
    public void copyOutResponse(Format format, int columns) {
        buffer.begin('H');
        buffer.int8(format.ordinal());
        buffer.int16(columns);
        for (int i = 0; i < columns; i++) {
            buffer.int16(format.ordinal());
        }
        buffer.end();
    }

    /** d: bytes. */
    public void copyData(byte[] data) {
        buffer.begin('d');
        buffer.bytes(data);
        buffer.end();
    }

    /** c: nothing. */
    public void copyDone() {
        empty('c');
    }

    private void empty(char letter) {
        buffer.begin(letter);
        buffer.end();
    }
}
