package dev.aimonflink.query.ask.tables;

import dev.aimonflink.sql.plan.Table;
import dev.aimonflink.sql.plan.Tables;
import java.util.Collection;
import java.util.Optional;

/** Tables for an asker who knows them by another schema, too, as where there are several jobs. */
public record TablesInSchema(Tables tables, String otherSchema) implements Tables {
    @Override
    public Optional<Table> find(String name) {
        return tables.find(name);
    }

    @Override
    public Collection<String> names() {
        return tables.names();
    }
}
