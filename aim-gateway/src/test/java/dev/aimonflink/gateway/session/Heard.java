package dev.aimonflink.gateway.session;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** What a client is sent, in lines: the letter of each message, and what it says, as in {@code T name:23}. */
public final class Heard {
    private Heard() {}

    /** @param sent whole messages */
    public static List<String> lines(byte[] sent) {
        ByteBuffer bytes = ByteBuffer.wrap(sent);
        List<String> lines = new ArrayList<>();
        while (bytes.hasRemaining()) {
            char letter = (char) bytes.get();
            byte[] body = new byte[bytes.getInt() - Integer.BYTES];
            bytes.get(body);
            lines.add(line(letter, body));
        }
        return lines;
    }

    public static String line(char letter, byte[] body) {
        return (letter + " " + shown(letter, ByteBuffer.wrap(body))).stripTrailing();
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
