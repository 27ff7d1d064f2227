package dev.aimonflink.clients.shell;

import java.util.List;

/** The tables of which a person can ask, as far as they are known. */
public interface KnownTables {
    /** The matrix first. */
    List<ShownTable> tables();

    /** The values that the columns of a name can have; none if there are too many. */
    List<String> values(String column);

    /** Where they are known from, for a sentence. */
    String source();
}
