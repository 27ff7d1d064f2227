package dev.aimonflink.sql.text;

import java.util.List;

/** The parsed text between two semicolons. */
public sealed interface Statement {
    int position();

    record Ask(QueryExpression query, int position) implements Statement {}

    /**
     * A question for how a query is answered.
     *
     * @param isAnalyzed whether it is also run and measured
     */
    record Explain(QueryExpression query, boolean isAnalyzed, Format format, int position) implements Statement {
        public enum Format {
            TEXT,
            JSON
        }
    }

    /**
     * A statement about the session or its transaction, such as SET, SHOW or BEGIN. It is parsed no further, because its meaning is up to
     * whoever keeps the session.
     *
     * @param command its first word, in lower case
     */
    record Session(String command, List<Token> arguments, int position) implements Statement {}
}
