package dev.aimonflink.gateway.session;

import java.io.IOException;

/** Sends what has been written for a client. */
@FunctionalInterface
public interface Sending {
    void flush() throws IOException;
}
