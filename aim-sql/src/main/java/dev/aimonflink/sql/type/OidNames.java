package dev.aimonflink.sql.type;

import java.util.Optional;

/** What the catalogs know of numbers of their rows, which types like {@code regclass} write as names. */
public interface OidNames {
    /** No catalogs: numbers are written as numbers. */
    OidNames NONE = new OidNames() {
        @Override
        public Optional<String> nameOf(PgType type, long oid) {
            return Optional.empty();
        }

        @Override
        public Optional<Long> oidOf(PgType type, String written) {
            return Optional.empty();
        }
    };

    /** The name that stands for a row; empty if there is none. */
    Optional<String> nameOf(PgType type, long oid);

    /** The row that a name stands for; empty if there is none. */
    Optional<Long> oidOf(PgType type, String written);
}
