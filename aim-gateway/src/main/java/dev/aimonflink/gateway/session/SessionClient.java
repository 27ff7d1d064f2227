package dev.aimonflink.gateway.session;

import java.io.IOException;

/** The client of a session, to which what was written is sent. */
public interface SessionClient extends StatementClient {
    /** For a connection that an operator ends. */
    String TERMINATED = "terminating connection due to administrator command";

    void flush() throws IOException;
}
