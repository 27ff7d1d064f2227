package dev.aimonflink.sql.text;

import java.util.List;

/** A statement: the text between two semicolons, parsed. */
public sealed interface Statement {
    int position();

    /** A question for rows. */
    record Ask(QueryExpression query, int position) implements Statement {}

    /**
     * A question for how a query is answered.
     *
     * @param isAnalyzed whether it is also run and measured
     */
    record Explain(QueryExpression query, boolean isAnalyzed, Format format, int position) implements Statement {
        /** How the answer is written. */
        public enum Format {
            TEXT,
            JSON
        }
    }

    /**
     * A statement about the session or its transaction, such as SET, SHOW or BEGIN. It is not parsed any further,
     * because its meaning is up to whoever keeps the session.
     *
     * @param command its first word, in lower case
     * @param arguments the tokens behind it
     */
    record Session(String command, List<Token> arguments, int position) implements Statement {}
}
