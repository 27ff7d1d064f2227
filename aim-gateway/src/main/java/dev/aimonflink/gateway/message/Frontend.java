package dev.aimonflink.gateway.message;

import java.util.List;

/** What a client sends in a session. */
public sealed interface Frontend {
    /** Statements, each of which is answered before the next is looked at. */
    record Query(String sql) implements Frontend {}

    /**
     * Prepares a statement.
     *
     * @param name empty for the unnamed one
     * @param parameterTypes by number; 0 for a type that the statement shows
     */
    record Parse(String name, String sql, List<Integer> parameterTypes) implements Frontend {}

    /**
     * @param formats of the parameters: none if all are texts, one for all, or one of each
     * @param values null for a null; copies
     * @param resultFormats likewise, for the columns
     */
    record Bind(String portal, String statement, List<Format> formats, List<byte[]> values, List<Format> resultFormats)
            implements Frontend {
        public Format formatOf(int parameter) {
            return Format.of(formats, parameter);
        }
    }

    /** Asks what a statement or portal returns. */
    record Describe(Target target, String name) implements Frontend {}

    /** @param maxRows 0 for all */
    record Execute(String portal, int maxRows) implements Frontend {}

    record Close(Target target, String name) implements Frontend {}

    /** Asks for the answers so far. */
    record Flush() implements Frontend {}

    /** Ends a group of messages, of which those behind an error were skipped. */
    record Sync() implements Frontend {}

    record Terminate() implements Frontend {}

    /** An answer to an authentication request; which one depends on the request, see {@link Credentials}. */
    record Password(byte[] body) implements Frontend {}

    record CopyData(byte[] data) implements Frontend {}

    record CopyDone() implements Frontend {}

    record CopyFail(String reason) implements Frontend {}

    /** A function call by number, unused since PostgreSQL 7.3. */
    record FunctionCall() implements Frontend {}

    /** A letter that the protocol lacks; nothing behind it can be trusted. */
    record Unknown(char letter) implements Frontend {}

    enum Target {
        STATEMENT,
        PORTAL
    }
}
