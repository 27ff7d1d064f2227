package dev.aimonflink.gateway.relation;

import java.time.Instant;
import java.time.ZoneId;
import java.util.Map;
import java.util.Optional;

/** A connection at a time that stands still. */
public final class FixedSurroundings implements Surroundings {
    private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

    private static final Map<String, String> SETTINGS = Map.of(
            "server_version",
            "18.0",
            "server_version_num",
            "180000",
            "search_path",
            "\"$user\", public",
            "TimeZone",
            "UTC",
            "default_tablespace",
            "");

    @Override
    public String database() {
        return "postgres";
    }

    @Override
    public String user() {
        return "postgres";
    }

    @Override
    public Instant transactionStart() {
        return NOW;
    }

    @Override
    public Instant statementStart() {
        return NOW;
    }

    @Override
    public ZoneId zone() {
        return ZoneId.of("UTC");
    }

    @Override
    public Optional<String> setting(String name) {
        return Optional.ofNullable(SETTINGS.get(name));
    }

    @Override
    public int processId() {
        return 4711;
    }
}
