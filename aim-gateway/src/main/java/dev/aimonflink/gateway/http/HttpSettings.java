package dev.aimonflink.gateway.http;

import dev.aimonflink.gateway.server.ServerSettings;
import java.time.Duration;
import java.util.Set;

/**
 * What the HTTP port allows.
 *
 * @param port 0 for any free one, {@link ServerSettings#USUAL_OR_FREE} for the usual one, or any free one if that is taken
 * @param names the values of {@code Host}, without a port, besides loopback's
 * @param origins of pages elsewhere that may ask, such as {@code https://charts.example}
 * @param calls that are answered at a time, besides quick ones
 * @param writeTime how long a client may take nothing of what is sent to it
 * @param stallTime the same for one that watches a statement
 * @param idlePulse how often it is looked how the job is while nobody watches that; null for never
 * @param pgPort of the same gateway, for PostgreSQL's clients; 0 if that is not known
 * @param issuer of tokens that a server in front exchanges for the gateway's; null for none
 */
public record HttpSettings(
        String host,
        int port,
        Set<String> names,
        Set<String> origins,
        int calls,
        Duration writeTime,
        Duration stallTime,
        Duration idlePulse,
        int pgPort,
        String issuer) {
    public static final int PORT = 8_088;
    public static final int CALLS = 128;
    public static final Duration STALL = Duration.ofMinutes(2);
    public static final Duration IDLE_PULSE = Duration.ofSeconds(10);
}
