package dev.aimonflink.gateway.http;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;

/** A client that reads Server-Sent Events. */
final class EventStream implements AutoCloseable {
    private static final Duration DEADLINE = Duration.ofSeconds(60);

    private final Socket socket;
    private final BufferedReader in;
    private String id;

    /** @param data its lines of data as one text */
    record Received(String id, String kind, String data) {}

    EventStream(TestHttp http, String bearer, String path, String lastEventId) throws IOException {
        socket = new Socket("127.0.0.1", http.port());
        socket.setSoTimeout((int) DEADLINE.toMillis());
        String last = lastEventId == null ? "" : "Last-Event-ID: " + lastEventId + "\r\n";
        socket.getOutputStream()
                .write(("GET " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nAuthorization: " + bearer
                                + "\r\n" + last + "\r\n")
                        .getBytes(StandardCharsets.US_ASCII));
        in = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
    }

    /**
     * An answer without chunks, whose marks would come between the lines of large events.
     *
     * @param request its method and path
     * @param headers lines
     */
    EventStream(TestHttp http, String request, List<String> headers, String body) throws IOException {
        socket = new Socket("127.0.0.1", http.port());
        socket.setSoTimeout((int) DEADLINE.toMillis());
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        String head = request + " HTTP/1.0\r\nContent-Length: " + bytes.length + "\r\n" + String.join("\r\n", headers);
        socket.getOutputStream().write((head + "\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
        socket.getOutputStream().write(bytes);
        in = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
    }

    /** The next event, whatever its kind; null at the end. */
    Received next() throws IOException {
        String idOfNext = "";
        String kind = "";
        StringBuilder data = new StringBuilder();
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            if (line.startsWith("id: ")) {
                idOfNext = line.substring("id: ".length());
            } else if (line.startsWith("event: ")) {
                kind = line.substring("event: ".length());
            } else if (line.startsWith("data: ")) {
                data.append(data.isEmpty() ? "" : "\n").append(line.substring("data: ".length()));
            } else if (line.isEmpty() && !data.isEmpty()) {
                return new Received(idOfNext, kind, data.toString());
            }
        }
        return null;
    }

    /** The data of the next event of a kind; null at the end. */
    String next(String kind) throws IOException {
        boolean isNext = false;
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            if (line.startsWith("id: ")) {
                id = line.substring("id: ".length());
            } else if (line.startsWith("event: ")) {
                isNext = line.equals("event: " + kind);
            } else if (isNext && line.startsWith("data: ")) {
                return line.substring("data: ".length());
            }
        }
        return null;
    }

    /** Of the last event. */
    String id() {
        return id;
    }

    /** Whether the first line after the head comes. */
    boolean awaitBeginning() throws IOException {
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            if (line.startsWith("retry: ")) {
                return true;
            }
        }
        return false;
    }

    /** The next id, even of no event. */
    String nextId() throws IOException {
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            if (line.startsWith("id: ")) {
                return line.substring("id: ".length());
            }
        }
        return null;
    }

    String status() throws IOException {
        return in.readLine();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
