package dev.aimonflink.gateway.relation;

import java.time.ZoneId;

/** What the values of a statement can depend on besides its rows: the catalogs, and the connection. */
public record Environment(Relations relations, Surroundings surroundings) {
    public ZoneId zone() {
        return surroundings.zone();
    }
}
