package dev.aimonflink.gateway.message;

import java.util.Map;

/** What a client sends first, without a letter. */
public sealed interface Startup {
    /** Asks for TLS; the answer is a single byte. */
    record TlsRequest() implements Startup {}

    /** Asks for GSSAPI encryption; the answer is a single byte. */
    record GssRequest() implements Startup {}

    /**
     * Asks to cancel what another connection does; there is no answer.
     *
     * @param secret as sent to that connection
     */
    record Cancel(int processId, byte[] secret) implements Startup {}

    /**
     * @param minor of the protocol's version 3
     * @param options user, database and settings in the order sent; the protocol's own begin with {@code _pq_.}
     */
    record Begin(int minor, Map<String, String> options) implements Startup {}
}
