package dev.aimonflink.gateway.catalog;

import dev.aimonflink.gateway.relation.Surroundings;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Optional;

/** What views can ask of a connection: it is none, and the user is who owns them. */
record OwnersSurroundings(String database, String user) implements Surroundings {
    @Override
    public Instant transactionStart() {
        return Instant.now();
    }

    @Override
    public Instant statementStart() {
        return Instant.now();
    }

    @Override
    public ZoneId zone() {
        return ZoneOffset.UTC;
    }

    @Override
    public Optional<String> setting(String name) {
        return Optional.empty();
    }

    @Override
    public int processId() {
        return 0;
    }
}
