package dev.aimonflink.gateway.session;

import dev.aimonflink.gateway.ask.Failure;
import dev.aimonflink.gateway.security.User;
import java.net.InetSocketAddress;

/** Who asks, whatever protocol it speaks. */
public interface StatementClient {
    /** Whether nobody waits for the answer any more. */
    boolean isGone();

    InetSocketAddress address();

    /**
     * Ends another connection's statement, or all of it; returns whether there is one of this number.
     *
     * @throws Failure if the user may not
     */
    boolean end(int processId, User by, boolean isConnection);
}
