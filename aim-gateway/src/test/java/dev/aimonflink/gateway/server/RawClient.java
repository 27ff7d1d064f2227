package dev.aimonflink.gateway.server;

import dev.aimonflink.gateway.message.Frontend;
import dev.aimonflink.gateway.message.FrontendWriter;
import dev.aimonflink.gateway.session.Heard;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** A client that sends given bytes, whatever they mean. */
final class RawClient implements AutoCloseable {
    private static final int TIMEOUT_MS = 30_000;
    private static final int CANCEL_REQUEST = 80_877_102;

    private final Socket socket;
    private final DataInputStream in;

    /** Number and secret, by which what it does is cancelled. */
    private byte[] key;

    RawClient(int port) throws IOException {
        this(new Socket(InetAddress.getLoopbackAddress(), port));
    }

    /** @param connected which may be encrypted */
    RawClient(Socket connected) throws IOException {
        socket = connected;
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(TIMEOUT_MS);
        in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
    }

    static RawClient begun(int port, int minor) throws IOException {
        RawClient client = new RawClient(port);
        client.send(FrontendWriter.begin(minor, Map.of("user", "ada")));
        client.untilReady();
        return client;
    }

    Socket socket() {
        return socket;
    }

    void send(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
    }

    void query(String sql) throws IOException {
        send(FrontendWriter.bytes(new Frontend.Query(sql)));
    }

    int oneByte() throws IOException {
        return in.read();
    }

    List<String> untilReady() throws IOException {
        return until('Z');
    }

    /** All that comes until the server closes the connection. */
    List<String> untilTheEnd() throws IOException {
        return until('\0');
    }

    private List<String> until(char last) throws IOException {
        List<String> lines = new ArrayList<>();
        try {
            char letter;
            do {
                letter = (char) in.readUnsignedByte();
                byte[] body = new byte[in.readInt() - Integer.BYTES];
                in.readFully(body);
                key = letter == 'K' ? body : key;
                lines.add(Heard.line(letter, body));
            } while (letter != last);
        } catch (EOFException | SocketException closed) {
            lines.add("(closed)");
        }
        return lines;
    }

    int bytesOfSecret() {
        return key.length - Integer.BYTES;
    }

    /** What cancels its statement, or not with a bit that is wrong. */
    byte[] cancel(int wrongBit) {
        byte[] sent = Arrays.copyOf(key, key.length);
        sent[sent.length - 1] ^= (byte) wrongBit;
        return FrontendWriter.request(CANCEL_REQUEST, ByteBuffer.wrap(sent).array());
    }

    /** Resets the connection, as a machine does that starts anew. */
    void reset() throws IOException {
        socket.setSoLinger(true, 0);
        socket.close();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
