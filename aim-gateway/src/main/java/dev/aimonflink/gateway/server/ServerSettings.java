package dev.aimonflink.gateway.server;

import java.time.Duration;

/**
 * What the port allows.
 *
 * @param port 0 for any free one, {@link #USUAL_OR_FREE} for the usual one, or any free one if that is taken
 * @param connections at a time
 * @param needsTls whether a client without TLS is refused
 * @param authenticationTime until a client is known
 * @param idleTime how long a connection may send nothing outside a transaction
 * @param writeTime how long a client may take nothing of what is sent to it
 */
public record ServerSettings(
        String host,
        int port,
        int connections,
        boolean needsTls,
        Duration authenticationTime,
        Duration idleTime,
        Duration writeTime) {
    public static final String LOOPBACK = "127.0.0.1";
    public static final int PORT = 5432;
    public static final int USUAL_OR_FREE = -1;
    public static final int CONNECTIONS = 100;
    public static final Duration AUTHENTICATION_TIME = Duration.ofSeconds(10);
    public static final Duration IDLE_TIME = Duration.ofHours(12);

    /** A slow reader takes something every few seconds; a hanging client keeps a place and the rows of an answer. */
    public static final Duration WRITE_TIME = Duration.ofSeconds(60);

    /** A person's command for a gateway at loopback. */
    public static String psql(int port) {
        return psql(LOOPBACK, port);
    }

    /** The same for a gateway elsewhere. */
    public static String psql(String host, int port) {
        return "psql -h " + host + " -p " + port + " -U aim aim";
    }

    /** At loopback, with the usual limits. */
    public static ServerSettings atLoopback(int port) {
        return new ServerSettings(LOOPBACK, port, CONNECTIONS, false, AUTHENTICATION_TIME, IDLE_TIME, WRITE_TIME);
    }
}
