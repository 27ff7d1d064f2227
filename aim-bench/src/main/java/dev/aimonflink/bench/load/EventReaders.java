package dev.aimonflink.bench.load;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** Many clients that get events over HTTP, all read by one thread; or by none. */
public final class EventReaders implements AutoCloseable {
    private static final byte[] EVENT = "\nevent: ".getBytes(StandardCharsets.US_ASCII);
    private static final String OK = "HTTP/1.1 200";
    private static final int SMALL_BUFFER = 8 << 10;
    private static final int CLOSE_MS = 5_000;

    private final Selector selector;
    private final Thread reading;
    private final int clients;

    private final AtomicLong events = new AtomicLong();

    /** How many clients have had an event. */
    private final AtomicInteger answered = new AtomicInteger();

    private volatile String refusal;
    private volatile long endedCpuNanos;

    /** What a client has had. */
    private static final class Client {
        private int matched;
        private boolean isBegun;
        private boolean isAnswered;
    }

    /** @param paths of each client */
    public EventReaders(URI gateway, String token, List<String> paths) {
        this(gateway, token, paths, true);
    }

    /** Clients that take nothing. */
    public static EventReaders silent(URI gateway, String token, List<String> paths) {
        return new EventReaders(gateway, token, paths, false);
    }

    /** The path at which a statement is watched. */
    public static String watching(String statement, String every) {
        return "/v1/watch?every=" + every + "&sql=" + URLEncoder.encode(statement, StandardCharsets.UTF_8);
    }

    private EventReaders(URI gateway, String token, List<String> paths, boolean isReading) {
        clients = paths.size();
        reading = new Thread(this::read, "aim-bench-event-readers");
        reading.setDaemon(true);
        try {
            selector = Selector.open();
            for (String path : paths) {
                open(gateway, token, path, isReading);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        if (isReading) {
            reading.start();
        }
    }

    private void open(URI gateway, String token, String path, boolean isReading) throws IOException {
        SocketChannel channel = SocketChannel.open();
        if (!isReading) {
            channel.setOption(StandardSocketOptions.SO_RCVBUF, SMALL_BUFFER);
        }
        channel.connect(new InetSocketAddress(gateway.getHost(), gateway.getPort()));
        String request = "GET " + path + " HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer " + token + "\r\n\r\n";
        ByteBuffer bytes = ByteBuffer.wrap(request.getBytes(StandardCharsets.US_ASCII));
        while (bytes.hasRemaining()) {
            int unused = channel.write(bytes);
        }
        channel.configureBlocking(false);
        SelectionKey unused = channel.register(selector, SelectionKey.OP_READ, new Client());
    }

    private void read() {
        ByteBuffer buffer = ByteBuffer.allocate(64 << 10);
        try {
            while (!Thread.currentThread().isInterrupted()) {
                selector.select(key -> take(key, buffer));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void take(SelectionKey key, ByteBuffer buffer) {
        Client client = (Client) key.attachment();
        try {
            buffer.clear();
            int read = ((SocketChannel) key.channel()).read(buffer);
            if (read < 0) {
                key.cancel();
                return;
            }
            byte[] bytes = new byte[read];
            buffer.flip().get(bytes);
            if (!client.isBegun && !new String(bytes, StandardCharsets.UTF_8).startsWith(OK)) {
                refusal = new String(bytes, StandardCharsets.UTF_8);
            }
            client.isBegun = true;
            int found = count(client, bytes);
            long unusedEvents = events.addAndGet(found);
            if (found > 0 && !client.isAnswered) {
                client.isAnswered = true;
                int unusedAnswered = answered.incrementAndGet();
            }
        } catch (IOException gone) {
            refusal = gone.toString();
            key.cancel();
        }
    }

    private static int count(Client client, byte[] bytes) {
        int found = 0;
        for (byte each : bytes) {
            if (each == EVENT[client.matched]) {
                if (++client.matched == EVENT.length) {
                    client.matched = 0;
                    found++;
                }
            } else {
                client.matched = each == EVENT[0] ? 1 : 0;
            }
        }
        return found;
    }

    public int clients() {
        return clients;
    }

    /** Of all clients. */
    public long events() {
        return events.get();
    }

    /** Throws if one was refused. */
    public boolean areAllAnswered() {
        if (refusal != null) {
            throw new IllegalStateException(refusal);
        }
        return answered.get() == clients;
    }

    /** Of the clients themselves. */
    public long cpuNanos() {
        long nanos = ManagementFactory.getThreadMXBean().getThreadCpuTime(reading.getId());
        return nanos < 0 ? endedCpuNanos : nanos;
    }

    @Override
    public void close() {
        endedCpuNanos = Math.max(0, cpuNanos());
        reading.interrupt();
        try {
            reading.join(CLOSE_MS);
            for (SelectionKey key : selector.keys()) {
                key.channel().close();
            }
            selector.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
