package dev.aimonflink.gateway.message;

import java.util.Map;

/** What a client sends first, without a letter in front. */
public sealed interface Startup {
    /** Asks for TLS; the answer is a single byte. */
    record TlsRequest() implements Startup {}

    /** Asks for encryption by GSSAPI; the answer is a single byte. */
    record GssRequest() implements Startup {}

    /**
     * Asks that what another connection does is cancelled. There is no answer.
     *
     * @param secret as that connection was sent it
     */
    record Cancel(int processId, byte[] secret) implements Startup {}

    /**
     * Begins a session.
     *
     * @param minor of the protocol's version 3
     * @param options user, database and settings in the order they were sent; those of the protocol itself begin with {@code _pq_.}
     */
    record Begin(int minor, Map<String, String> options) implements Startup {}
}
