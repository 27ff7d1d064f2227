package dev.aimonflink.sql.type;

import java.util.Optional;

/** The catalogs' names for row numbers, which types like {@code regclass} are written as. */
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

    Optional<String> nameOf(PgType type, long oid);

    Optional<Long> oidOf(PgType type, String written);
}
