package dev.aimonflink.clients.shell;

import java.util.List;

/** The tables of which a person can ask, as far as known. */
public interface KnownTables {
    KnownTables NONE = new KnownTables() {
        @Override
        public List<ShownTable> tables() {
            return List.of();
        }

        @Override
        public List<String> values(String column) {
            return List.of();
        }
    };

    /** The matrix first. */
    List<ShownTable> tables();

    /** The values that the columns of a name can have; empty if there are too many. */
    List<String> values(String column);
}
