package dev.aimonflink.gateway.session;

import dev.aimonflink.gateway.ask.ModelWatch;
import dev.aimonflink.gateway.ask.RunningQueries;
import dev.aimonflink.gateway.message.BackendWriter;
import dev.aimonflink.gateway.message.Format;
import dev.aimonflink.gateway.message.Frontend;
import dev.aimonflink.gateway.security.User;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** Talks with a session as a client does, without a socket. What it hears is written in lines, as in {@code T name:23}. */
final class Talk {
    final FakeJob job = new FakeJob();
    final ModelWatch watch = new ModelWatch(job);
    final RunningQueries queries = new RunningQueries(Duration.ofSeconds(1), ended -> {});
    final Session session;
    private final BackendWriter out = new BackendWriter();
    private final ByteArrayOutputStream sent = new ByteArrayOutputStream();

    Talk() {
        this(new User("ada", null));
    }

    Talk(User user) {
        Gateway gateway = Gateway.of(job, watch, queries, Gateway.Limits.USUAL, "aim");
        session = new Session(gateway, 7, user, out, () -> out.flush(sent), () -> false);
    }

    /** What the client is told at its start. */
    List<String> begin(Map<String, String> options) {
        try {
            session.begin(options);
            session.ready();
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return heard();
    }

    List<String> query(String sql) {
        return say(new Frontend.Query(sql));
    }

    List<String> say(Frontend... messages) {
        try {
            for (Frontend message : messages) {
                session.handle(message);
            }
            out.flush(sent);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return heard();
    }

    static Frontend.Parse parse(String name, String sql, Integer... types) {
        return new Frontend.Parse(name, sql, List.of(types));
    }

    /** Binds texts; null for null. */
    static Frontend.Bind bind(String portal, String statement, String... values) {
        return new Frontend.Bind(
                portal,
                statement,
                List.of(),
                Arrays.stream(values)
                        .map(value -> value == null ? null : value.getBytes(StandardCharsets.UTF_8))
                        .toList(),
                List.of());
    }

    static Frontend.Bind bindBinary(String statement, byte[] value) {
        return new Frontend.Bind(
                "", statement, List.of(Format.BINARY), Arrays.asList(new byte[][] {value}), List.of(Format.BINARY));
    }

    static Frontend.Execute execute(String portal, int maxRows) {
        return new Frontend.Execute(portal, maxRows);
    }

    static Frontend.Describe describeStatement(String name) {
        return new Frontend.Describe(Frontend.Target.STATEMENT, name);
    }

    static Frontend.Describe describePortal(String name) {
        return new Frontend.Describe(Frontend.Target.PORTAL, name);
    }

    static Frontend.Sync sync() {
        return new Frontend.Sync();
    }

    private List<String> heard() {
        ByteBuffer bytes = ByteBuffer.wrap(sent.toByteArray());
        sent.reset();
        List<String> lines = new ArrayList<>();
        while (bytes.hasRemaining()) {
            char letter = (char) bytes.get();
            byte[] body = new byte[bytes.getInt() - Integer.BYTES];
            bytes.get(body);
            lines.add((letter + " " + shown(letter, ByteBuffer.wrap(body))).stripTrailing());
        }
        return lines;
    }

    private static String shown(char letter, ByteBuffer body) {
        return switch (letter) {
            case 'T' -> columns(body);
            case 'D' -> row(body);
            case 't' -> types(body);
            case 'E', 'N' -> fields(body);
            case 'C' -> text(body);
            case 'S' -> text(body) + "=" + text(body);
            case 'Z' -> String.valueOf((char) body.get());
            case 'd' -> StandardCharsets.UTF_8.decode(body).toString();
            default -> "";
        };
    }

    private static String columns(ByteBuffer body) {
        List<String> columns = new ArrayList<>();
        for (int left = body.getShort(); left > 0; left--) {
            String name = text(body);
            body.position(body.position() + Integer.BYTES + Short.BYTES);
            int type = body.getInt();
            body.position(body.position() + Short.BYTES + Integer.BYTES + Short.BYTES);
            columns.add(name + ":" + type);
        }
        return String.join(" ", columns);
    }

    private static String types(ByteBuffer body) {
        List<String> types = new ArrayList<>();
        for (int left = body.getShort(); left > 0; left--) {
            types.add(Integer.toString(body.getInt()));
        }
        return String.join(" ", types);
    }

    private static String row(ByteBuffer body) {
        List<String> values = new ArrayList<>();
        for (int left = body.getShort(); left > 0; left--) {
            int length = body.getInt();
            byte[] value = new byte[Math.max(0, length)];
            body.get(value);
            values.add(length < 0 ? "null" : new String(value, StandardCharsets.UTF_8));
        }
        return String.join("|", values);
    }

    /** The state, the position if there is one, and the message. */
    private static String fields(ByteBuffer body) {
        String state = "";
        String message = "";
        String position = "";
        for (char field = (char) body.get(); field != 0; field = (char) body.get()) {
            String value = text(body);
            state = field == 'C' ? value : state;
            message = field == 'M' ? value : message;
            position = field == 'P' ? "@" + value + " " : position;
        }
        return state + " " + position + message;
    }

    private static String text(ByteBuffer body) {
        StringBuilder text = new StringBuilder();
        for (byte b = body.get(); b != 0; b = body.get()) {
            text.append((char) b);
        }
        return text.toString();
    }
}
