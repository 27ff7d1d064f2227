package dev.aimonflink.sql.plan;

import java.util.Collection;
import java.util.Optional;

/** The tables that a query can name. */
public interface Tables {
    /** The only database, with which the name of a table may begin. */
    String DATABASE = "aim";

    /** @param name in lower case unless it was quoted */
    Optional<Table> find(String name);

    /** For hints. */
    Collection<String> names();
}
