package dev.aimonflink.local;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;

/** A loopback port held from the moment it is chosen, so that no other process takes it before use. */
public final class ReservedPort implements AutoCloseable {
    private final ServerSocketChannel channel;
    private final int port;

    private ReservedPort(ServerSocketChannel channel) throws IOException {
        this.channel = channel;
        port = ((InetSocketAddress) channel.getLocalAddress()).getPort();
    }

    static ReservedPort any() throws IOException {
        return of(0);
    }

    /** @param port 0 for any free one */
    public static ReservedPort of(int port) throws IOException {
        ServerSocketChannel channel = ServerSocketChannel.open();
        try {
            channel.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            return new ReservedPort(channel);
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    public int number() {
        return port;
    }

    ServerSocketChannel channel() {
        return channel;
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            throw new UncheckedIOException("Port " + port + " could not be closed.", e);
        }
    }
}
