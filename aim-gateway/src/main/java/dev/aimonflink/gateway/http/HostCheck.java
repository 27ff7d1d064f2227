package dev.aimonflink.gateway.http;

import dev.aimonflink.sql.SqlState;
import dev.aimonflink.sql.text.Spelling;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Refuses pages of other sites, which a browser lets ask any address: those that say where they are from, and those whose site's name leads
 * to the gateway's address (DNS rebinding).
 */
record HostCheck(Set<String> names, Set<String> origins) {
    private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]");
    private static final int PREFLIGHT_SECONDS = 600;

    /** @param given in any case; an address of IPv6 with brackets or without */
    static HostCheck of(Set<String> given, Set<String> origins) {
        return new HostCheck(
                given.stream()
                        .map(name -> name.toLowerCase(Locale.ROOT))
                        .map(name -> name.contains(":") && !name.startsWith("[") ? "[" + name + "]" : name)
                        .collect(Collectors.toUnmodifiableSet()),
                origins);
    }

    /**
     * Also says to a browser that a listed page may read the answer.
     *
     * @throws HttpRefusal if the call is such a page's
     */
    void require(Call call) {
        String host = call.header("Host").orElse("").toLowerCase(Locale.ROOT);
        String name = host.replaceFirst(":[0-9]*$", "");
        if (call.count("Host") != 1 || !(LOOPBACK.contains(name) || names.contains(name))) {
            throw HttpRefusal.of(
                    HttpStatus.FORBIDDEN,
                    SqlState.INSUFFICIENT_PRIVILEGE,
                    "The gateway is not called \"" + Spelling.shortened(host)
                            + "\". Call it by its name, or start it with --http-name for another.");
        }
        String origin = call.header("Origin").orElse(null);
        if (origin == null) {
            return;
        }
        if (origins.contains(origin)) {
            call.say("Access-Control-Allow-Origin", origin);
            call.say("Access-Control-Expose-Headers", CallSessions.PROGRESS + ", ETag, Retry-After");
            call.say("Vary", "Origin");
        } else if (call.count("Origin") != 1
                || !origin.replaceFirst("^https?://", "").equals(host)) {
            throw HttpRefusal.of(
                    HttpStatus.FORBIDDEN,
                    SqlState.INSUFFICIENT_PRIVILEGE,
                    "Pages of " + Spelling.shortened(origin)
                            + " may not ask here. Start the gateway with --http-origin to let them.");
        }
    }

    /** What a browser asks before it lets a page of a listed site call. */
    static void allow(Call call) {
        call.say("Access-Control-Allow-Methods", "GET, POST, PUT, DELETE");
        call.say(
                "Access-Control-Allow-Headers",
                "Authorization, Content-Type, Accept, If-None-Match, Last-Event-ID, Aim-Application, "
                        + CallSessions.FRESHNESS + ", MCP-Protocol-Version, Mcp-Method, Mcp-Name");
        call.say("Access-Control-Max-Age", Integer.toString(PREFLIGHT_SECONDS));
    }
}
