package dev.aimonflink.gateway.session;

import dev.aimonflink.gateway.ask.Failure;
import dev.aimonflink.gateway.security.User;
import java.io.IOException;
import java.net.InetSocketAddress;

/** The client of a session. */
public interface SessionClient {
    /** For a connection that an operator ends. */
    String TERMINATED = "terminating connection due to administrator command";

    void flush() throws IOException;

    boolean isGone();

    InetSocketAddress address();

    /**
     * Ends another connection's statement, or all of it; returns whether there is one of this number.
     *
     * @throws Failure if the user may not
     */
    boolean end(int processId, User by, boolean isConnection);
}
