package dev.aimonflink.lab.disturbance;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;

/** A connection to a loopback gateway that sends what no driver does, with the needed parts of PostgreSQL's protocol. */
final class HostileSocket implements Closeable {
    private static final int VERSION = 3 << 16;
    private static final int CANCEL = 80_877_102;
    static final String OK = "OK";

    private final Socket socket;
    private final DataInputStream in;
    private final long endNanos;

    /** Number and secret for cancelling its statement. */
    private byte[] key = {};

    /** @param time after which no answer is read any more */
    HostileSocket(int port, Duration time) throws IOException {
        socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout((int) time.toMillis());
        in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
        endNanos = System.nanoTime() + time.toNanos();
    }

    /** Says who it is; returns like {@link #untilReady}. */
    String begin(String user) throws IOException {
        send(request(VERSION, texts("user", user, "")));
        return untilReady();
    }

    String query(String sql) throws IOException {
        send(message('Q', texts(sql)));
        return untilReady();
    }

    /** Sends a statement whose answer nobody reads. */
    void queryUnread(String sql) throws IOException {
        send(message('Q', texts(sql)));
    }

    /** A statement with one parameter, a text. */
    String query(String sql, byte[] parameter) throws IOException {
        ByteArrayOutputStream bind = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bind);
        out.write(texts("", ""));
        out.writeShort(0);
        out.writeShort(1);
        out.writeInt(parameter.length);
        out.write(parameter);
        out.writeShort(0);
        send(message('P', texts("", sql), new byte[] {0, 0}));
        send(message('B', bind.toByteArray()));
        send(message('E', texts(""), new byte[Integer.BYTES]));
        send(message('S'));
        return untilReady();
    }

    /** Cancels its statement; with another secret, nothing. */
    byte[] cancel(int wrongBits) {
        byte[] sent = Arrays.copyOf(key, key.length);
        sent[sent.length - 1] ^= (byte) wrongBits;
        return request(CANCEL, sent);
    }

    void send(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
    }

    /** Reads until the next statement can come; returns the error's state, or OK. */
    String untilReady() throws IOException {
        String outcome = OK;
        for (char letter = 0; letter != 'Z'; ) {
            if (System.nanoTime() > endNanos) {
                throw new SocketTimeoutException("There was more to read.");
            }
            letter = (char) in.readUnsignedByte();
            byte[] body = in.readNBytes(in.readInt() - Integer.BYTES);
            key = letter == 'K' ? body : key;
            outcome = letter == 'E' ? stateOf(body) : outcome;
        }
        return outcome;
    }

    /** A field is a letter, a text and a zero. */
    private static String stateOf(byte[] error) {
        return Arrays.stream(new String(error, StandardCharsets.UTF_8).split("\0"))
                .filter(field -> field.startsWith("C"))
                .map(field -> field.substring(1))
                .findFirst()
                .orElse("?");
    }

    private static byte[] texts(String... texts) {
        return (String.join("\0", texts) + "\0").getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] request(int code, byte[] rest) {
        return framed(
                new byte[0], ByteBuffer.allocate(Integer.BYTES).putInt(code).array(), rest);
    }

    private static byte[] message(char letter, byte[]... parts) {
        return framed(new byte[] {(byte) letter}, parts);
    }

    private static byte[] framed(byte[] before, byte[]... parts) {
        int length = Integer.BYTES
                + Arrays.stream(parts).mapToInt(part -> part.length).sum();
        ByteBuffer framed =
                ByteBuffer.allocate(before.length + length).put(before).putInt(length);
        for (byte[] part : parts) {
            framed.put(part);
        }
        return framed.array();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
