package dev.aimonflink.sql.text;

import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;
import java.util.HashMap;
import java.util.Map;

/** Refused statements of PostgreSQL, each with what to do instead. */
final class RefusedStatements {
    private static final Map<String, String> INSTEAD_OF_WRITES = new HashMap<>();
    private static final Map<String, String> INSTEAD_OF_OTHERS = new HashMap<>();

    static {
        writes(
                "Publish events with \"aim publish events\", and profiles with \"aim publish profiles\".",
                "insert",
                "update",
                "merge",
                "import");
        writes(
                "Delete a profile with \"aim publish profiles --delete KEY\". What was aggregated is empty again"
                        + " when its window turns.",
                "delete",
                "truncate");
        writes(
                "Its columns come from the model: change them in the model's file. Name a query with WITH.",
                "create",
                "alter",
                "drop",
                "comment");
        writes(
                "Who may publish and ask is decided by the ACLs of the Kafka topics.",
                "grant",
                "revoke",
                "reassign",
                "security");
        writes(
                "There is nothing to maintain or to lock. Leave the statement out.",
                "vacuum",
                "analyze",
                "analyse",
                "cluster",
                "checkpoint",
                "reindex",
                "refresh",
                "lock",
                "load");
        INSTEAD_OF_OTHERS.put("do", "There are no procedures. Write a query.");
        INSTEAD_OF_OTHERS.put("call", "There are no procedures. Write a query.");
    }

    private RefusedStatements() {}

    private static void writes(String instead, String... words) {
        for (String word : words) {
            INSTEAD_OF_WRITES.put(word, instead);
        }
    }

    /** Throws the error of a statement that begins with such a word; returns if it is another one. */
    static void refuse(Token first) {
        if (first.kind() != Token.Kind.WORD) {
            return;
        }
        String statement = Letters.upper(first.text());
        String instead = INSTEAD_OF_WRITES.get(first.text());
        if (instead != null) {
            throw readOnly(first, "it takes no " + statement + ". " + instead);
        }
        instead = INSTEAD_OF_OTHERS.get(first.text());
        if (instead != null) {
            throw Tokens.unsupported(first, statement + " is not supported. " + instead);
        }
    }

    /** The error for what would change or lock something. */
    static SqlException readOnly(Token token, String consequence) {
        return new SqlException(SqlState.READ_ONLY, token.position(), "The matrix is read-only, so " + consequence);
    }
}
