package dev.aimonflink.gateway.session;

import dev.aimonflink.gateway.message.Frontend;
import dev.aimonflink.gateway.message.FrontendWriter;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Talks with a server through a socket, without a driver in between. What it hears is written in lines, see {@link Heard}. */
final class PostgresTalk implements AutoCloseable {
    /** Of a server that does not answer as often as it should. */
    private static final int TIMEOUT_MS = 20_000;

    private static final int WAIT_MS = 100;

    private final Socket socket;
    private final DataInputStream in;

    /** What the server sends at the start. */
    final List<String> begun;

    /** Waits for a server that is not ready yet. */
    static PostgresTalk of(int port, Map<String, String> options) throws IOException {
        for (int left = TIMEOUT_MS / WAIT_MS; left > 0; left--) {
            PostgresTalk talk = new PostgresTalk(port, options);
            if (talk.begun.get(talk.begun.size() - 1).startsWith("Z")) {
                return talk;
            }
            talk.close();
            try {
                Thread.sleep(WAIT_MS);
            } catch (InterruptedException stopped) {
                throw new InterruptedIOException("Stopped while it waited for the server");
            }
        }
        throw new IOException("The server does not become ready");
    }

    private PostgresTalk(int port, Map<String, String> options) throws IOException {
        socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(TIMEOUT_MS);
        in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
        socket.getOutputStream().write(FrontendWriter.begin(0, options));
        begun = heard(1);
    }

    /** @param readies how often it is ready afterwards */
    List<String> say(int readies, List<Frontend> messages) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        messages.forEach(message -> bytes.writeBytes(FrontendWriter.bytes(message)));
        try {
            socket.getOutputStream().write(bytes.toByteArray());
        } catch (SocketException closed) {
            return List.of("(closed)");
        }
        return heard(readies);
    }

    private List<String> heard(int readies) throws IOException {
        List<String> lines = new ArrayList<>();
        try {
            for (int left = readies; left > 0; ) {
                char letter = (char) in.readUnsignedByte();
                byte[] body = new byte[in.readInt() - Integer.BYTES];
                in.readFully(body);
                lines.add(Heard.line(letter, body));
                left -= letter == 'Z' ? 1 : 0;
            }
        } catch (EOFException | SocketException closed) {
            lines.add("(closed)");
        } catch (SocketTimeoutException silent) {
            lines.add("(nothing more)");
        }
        return lines;
    }

    @Override
    public void close() throws IOException {
        try (socket) {
            socket.getOutputStream().write(FrontendWriter.bytes(new Frontend.Terminate()));
        } catch (SocketException closed) {
            // The server was first.
        }
    }
}
