package dev.aimonflink.gateway.session;

import java.io.IOException;
import java.net.InetSocketAddress;

/** The client of a session. */
public interface Peer {
    /** Sends what has been written for it. */
    void flush() throws IOException;

    /** Whether it has closed its connection. */
    boolean isGone();

    InetSocketAddress address();
}
