package dev.aimonflink.gateway.message;

import java.util.List;

/** What a client sends in a session. */
public sealed interface Frontend {
    /** Statements, of which each is answered before the next is looked at. */
    record Query(String sql) implements Frontend {}

    /**
     * Prepares a statement.
     *
     * @param name empty for the one without a name
     * @param parameterTypes their numbers; 0 for a type that the statement shows
     */
    record Parse(String name, String sql, List<Integer> parameterTypes) implements Frontend {}

    /**
     * Makes a portal of a prepared statement.
     *
     * @param formats of the parameters: none if all are texts, one for all, or one of each
     * @param values null for a null; they are copies
     * @param resultFormats likewise, of the columns
     */
    record Bind(String portal, String statement, List<Format> formats, List<byte[]> values, List<Format> resultFormats)
            implements Frontend {
        public Format formatOf(int parameter) {
            return Format.of(formats, parameter);
        }
    }

    /** Asks what a statement or a portal returns. */
    record Describe(Target target, String name) implements Frontend {}

    /** @param maxRows 0 for all */
    record Execute(String portal, int maxRows) implements Frontend {}

    record Close(Target target, String name) implements Frontend {}

    /** Asks for the answers so far. */
    record Flush() implements Frontend {}

    /** Ends a group of messages, of which those behind an error were skipped. */
    record Sync() implements Frontend {}

    record Terminate() implements Frontend {}

    /** An answer to a request for authentication; which one depends on what was requested, see {@link Credentials}. */
    record Password(byte[] body) implements Frontend {}

    record CopyData(byte[] data) implements Frontend {}

    record CopyDone() implements Frontend {}

    record CopyFail(String reason) implements Frontend {}

    /** A call by the number of a function, which nothing has used since PostgreSQL 7.3. */
    record FunctionCall() implements Frontend {}

    /** A letter that the protocol does not have. Nothing behind it can be trusted. */
    record Unknown(char letter) implements Frontend {}

    /** What a name names. */
    enum Target {
        STATEMENT,
        PORTAL
    }
}
