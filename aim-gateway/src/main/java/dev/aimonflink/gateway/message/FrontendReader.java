package dev.aimonflink.gateway.message;

import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongConsumer;

/**
 * Reads what a client sends: {@link #readStartup} until a session begins, then {@link #read}. A message that ends with the stream is an
 * {@link EOFException}, a forbidden one a {@link SqlException}; the next message can still be read, unless {@link #isLost} says that its
 * beginning is unknown.
 */
public final class FrontendReader {
    /** An unknown client does not need more. */
    public static final int MAX_BYTES_BEFORE_AUTHENTICATION = 8 << 10;

    public static final int MAX_BYTES = 16 << 20;

    private static final int BYTES_OF_A_PIECE = 64 << 10;
    private static final int TLS_REQUEST = 80_877_103;
    private static final int GSS_REQUEST = 80_877_104;
    private static final int CANCEL_REQUEST = 80_877_102;
    private static final int MAJOR = 3;
    private static final int UNSIGNED_16 = 0xFFFF;
    private static final int NULL = -1;
    private static final int MIN_BYTES_OF_SECRET = 4;
    private static final int MAX_BYTES_OF_SECRET = 256;
    private static final String LETTERS = "QPBDECHSXpdcfF";

    private final InputStream in;
    private int maxBytes = MAX_BYTES_BEFORE_AUTHENTICATION;
    private LongConsumer room = bytes -> {};
    private boolean isLost;
    private char letter;

    public FrontendReader(InputStream in) {
        this.in = in;
    }

    /** From now on, messages can be longer. */
    public void authenticated() {
        maxBytes = MAX_BYTES;
    }

    /**
     * @param asked is given the bytes of a message piece by piece before they are read, and throws a {@link SqlException} if there is no
     * room: the rest is skipped
     */
    public void room(LongConsumer asked) {
        room = asked;
    }

    /** Whether a message had no end, so that the connection can only be closed. */
    public boolean isLost() {
        return isLost;
    }

    /** The type of the last message, even if it could not be read. */
    public char letter() {
        return letter;
    }

    /**
     * Reads a message without a letter:
     *
     * <pre>
     * int32 bytes, with these four | int32 80877103 | nothing: TLS
     *                              | int32 80877104 | nothing: GSSAPI
     *                              | int32 80877102 | int32 process | 4 to 256 bytes secret: cancel
     *                              | int16 3, int16 minor | pairs of text name, text value | an empty name: begin
     * </pre>
     */
    public Startup readStartup() throws IOException {
        byte[] length = bytes(Integer.BYTES);
        MessageBody body =
                new MessageBody("StartupMessage", body(ByteBuffer.wrap(length).getInt()));
        int code = body.int32();
        Startup startup =
                switch (code) {
                    case TLS_REQUEST -> new Startup.TlsRequest();
                    case GSS_REQUEST -> new Startup.GssRequest();
                    case CANCEL_REQUEST -> cancel(body);
                    default -> begin(code, body);
                };
        body.end();
        return startup;
    }

    private static Startup cancel(MessageBody body) {
        int process = body.int32();
        byte[] secret = body.rest();
        if (secret.length < MIN_BYTES_OF_SECRET || secret.length > MAX_BYTES_OF_SECRET) {
            throw body.fault("has a secret of " + secret.length + " bytes");
        }
        return new Startup.Cancel(process, secret);
    }

    private static Startup begin(int version, MessageBody body) {
        int major = version >>> 16;
        int minor = version & UNSIGNED_16;
        if (major != MAJOR) {
            throw new SqlException(
                    SqlState.NOT_SUPPORTED,
                    SqlException.NOWHERE,
                    "unsupported frontend protocol " + major + "." + minor
                            + ": server supports 3.0 and newer. Use a driver of PostgreSQL 7.4 or newer.");
        }
        Map<String, String> options = new LinkedHashMap<>();
        for (String name = body.text(); !name.isEmpty(); name = body.text()) {
            options.put(name, body.text());
        }
        return new Startup.Begin(minor, options);
    }

    /** Reads {@code letter | int32 bytes, without the letter | body}. */
    public Frontend read() throws IOException {
        byte[] head = bytes(1 + Integer.BYTES);
        letter = (char) (head[0] & 0xFF);
        if (LETTERS.indexOf(letter) < 0) {
            isLost = true;
            return new Frontend.Unknown(letter);
        }
        byte[] body = body(ByteBuffer.wrap(head, 1, Integer.BYTES).getInt());
        return switch (letter) {
            case 'Q' -> query(new MessageBody("Query", body));
            case 'P' -> parse(new MessageBody("Parse", body));
            case 'B' -> bind(new MessageBody("Bind", body));
            case 'D' -> describe(new MessageBody("Describe", body));
            case 'E' -> execute(new MessageBody("Execute", body));
            case 'C' -> close(new MessageBody("Close", body));
            case 'p' -> new Frontend.Password(body);
            case 'd' -> new Frontend.CopyData(body);
            case 'f' -> copyFail(new MessageBody("CopyFail", body));
            case 'F' -> new Frontend.FunctionCall();
            case 'H' -> empty("Flush", body, new Frontend.Flush());
            case 'S' -> empty("Sync", body, new Frontend.Sync());
            case 'c' -> empty("CopyDone", body, new Frontend.CopyDone());
            // A leaving client is not held up by its last words.
            default -> new Frontend.Terminate();
        };
    }

    private static Frontend empty(String name, byte[] body, Frontend message) {
        new MessageBody(name, body).end();
        return message;
    }

    /** Reads {@code text sql}. */
    private static Frontend query(MessageBody body) {
        String sql = body.text();
        body.end();
        return new Frontend.Query(sql);
    }

    /** Reads {@code text name | text sql | int16 count | int32 type of each parameter}. */
    private static Frontend parse(MessageBody body) {
        String name = body.text();
        String sql = body.text();
        List<Integer> types = body.list(Integer.BYTES, body::int32);
        body.end();
        return new Frontend.Parse(name, sql, types);
    }

    /**
     * <pre>
     * text portal | text statement
     * int16 count | int16 format of each, 0 text and 1 binary
     * int16 parameters | for each: int32 bytes, or -1 for a null | those bytes
     * int16 count | int16 format of each column
     * </pre>
     */
    private static Frontend bind(MessageBody body) {
        String portal = body.text();
        String statement = body.text();
        List<Format> formats = body.list(Short.BYTES, () -> format(body));
        List<byte[]> values = body.list(Integer.BYTES, () -> value(body));
        List<Format> resultFormats = body.list(Short.BYTES, () -> format(body));
        body.end();
        if (formats.size() > 1 && formats.size() != values.size()) {
            throw body.fault("has " + formats.size() + " parameter formats but " + values.size() + " parameters");
        }
        return new Frontend.Bind(portal, statement, formats, values, resultFormats);
    }

    private static byte[] value(MessageBody body) {
        int length = body.int32();
        return length == NULL ? null : body.bytes(length);
    }

    private static Format format(MessageBody body) {
        int code = body.int16();
        return switch (code) {
            case 0 -> Format.TEXT;
            case 1 -> Format.BINARY;
            default -> throw body.fault("has the format " + code + ", where there are 0 and 1");
        };
    }

    /** Reads {@code 'S' or 'P' | text name}. */
    private static Frontend describe(MessageBody body) {
        Frontend.Target target = target(body);
        String name = body.text();
        body.end();
        return new Frontend.Describe(target, name);
    }

    /** Reads {@code 'S' or 'P' | text name}. */
    private static Frontend close(MessageBody body) {
        Frontend.Target target = target(body);
        String name = body.text();
        body.end();
        return new Frontend.Close(target, name);
    }

    private static Frontend.Target target(MessageBody body) {
        byte code = body.int8();
        return switch (code) {
            case 'S' -> Frontend.Target.STATEMENT;
            case 'P' -> Frontend.Target.PORTAL;
            default -> throw body.fault("is about a thing of kind " + code + ", where there are S and P");
        };
    }

    /** Reads {@code text portal | int32 most rows, 0 for all}. */
    private static Frontend execute(MessageBody body) {
        String portal = body.text();
        int maxRows = body.int32();
        body.end();
        // As in PostgreSQL, a negative number means all.
        return new Frontend.Execute(portal, Math.max(0, maxRows));
    }

    /** Reads {@code text reason}. */
    private static Frontend copyFail(MessageBody body) {
        String reason = body.text();
        body.end();
        return new Frontend.CopyFail(reason);
    }

    /** @param length including its own four bytes */
    private byte[] body(int length) throws IOException {
        if (length < Integer.BYTES) {
            isLost = true;
            throw MessageBody.violation("A message says that it has " + length + " bytes.");
        }
        if (length > maxBytes) {
            isLost = true;
            throw new SqlException(
                    SqlState.LIMIT_EXCEEDED,
                    SqlException.NOWHERE,
                    "A message of " + length + " bytes is longer than the limit of " + maxBytes
                            + ". Send less at a time.");
        }
        return pieces(length - Integer.BYTES);
    }

    /** Takes memory as bytes arrive, whatever length was announced. */
    private byte[] pieces(int length) throws IOException {
        byte[] body = {};
        for (int read = 0; read < length; ) {
            final int piece = Math.min(BYTES_OF_A_PIECE, length - read);
            try {
                room.accept(piece);
            } catch (SqlException noRoom) {
                in.skipNBytes(length - read);
                throw noRoom;
            }
            if (body.length < read + piece) {
                body = Arrays.copyOf(body, Math.min(length, Math.max(read + piece, 2 * body.length)));
            }
            if (in.readNBytes(body, read, piece) < piece) {
                isLost = true;
                throw new EOFException("The client has closed the connection.");
            }
            read += piece;
        }
        return body;
    }

    private byte[] bytes(int length) throws IOException {
        byte[] bytes = in.readNBytes(length);
        if (bytes.length < length) {
            isLost = true;
            throw new EOFException("The client has closed the connection.");
        }
        return bytes;
    }
}
