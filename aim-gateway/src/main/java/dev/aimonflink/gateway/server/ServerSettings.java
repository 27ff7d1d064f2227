package dev.aimonflink.gateway.server;

import java.time.Duration;

/**
 * What the port allows.
 *
 * @param host at which it listens
 * @param port 0 for any that is free
 * @param connections how many there may be at a time
 * @param needsTls whether a client without TLS is refused
 * @param authenticationTime how long a client may take until it is known
 * @param idleTime how long a connection may send nothing outside of a transaction
 */
public record ServerSettings(
        String host, int port, int connections, boolean needsTls, Duration authenticationTime, Duration idleTime) {
    public static final int PORT = 5432;
    public static final int CONNECTIONS = 100;
    public static final Duration AUTHENTICATION_TIME = Duration.ofSeconds(10);
    public static final Duration IDLE_TIME = Duration.ofHours(12);
}
