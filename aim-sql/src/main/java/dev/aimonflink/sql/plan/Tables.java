package dev.aimonflink.sql.plan;

import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** The tables that a query can name. */
public interface Tables {
    /** The only database, with which the name of a table may begin. */
    String DATABASE = "aim";

    /** The schema of tables without one. */
    String SCHEMA = "public";

    /** @param name in lower case unless it was quoted */
    Optional<Table> find(String name);

    /** @param parts of its name, without the database */
    default Optional<Table> named(List<String> parts) {
        return find(unqualified(parts));
    }

    /** Another schema that names of tables and their columns may begin with, as with {@link #SCHEMA}; or null. */
    default String otherSchema() {
        return null;
    }

    /** A name with dots, and without the schema that need not be written. */
    default String unqualified(List<String> parts) {
        boolean hasSchema =
                parts.size() > 1 && (parts.get(0).equals(SCHEMA) || parts.get(0).equals(otherSchema()));
        return String.join(".", hasSchema ? parts.subList(1, parts.size()) : parts);
    }

    /** For hints. */
    Collection<String> names();
}
