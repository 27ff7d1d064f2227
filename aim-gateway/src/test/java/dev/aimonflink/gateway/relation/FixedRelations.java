package dev.aimonflink.gateway.relation;

import dev.aimonflink.sql.type.PgType;
import dev.aimonflink.sql.type.SqlNames;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Some tables, and types by their names. */
final class FixedRelations implements Relations {
    private final Map<String, Relation> relations = new HashMap<>();

    FixedRelations(List<Relation> relations) {
        relations.forEach(relation -> this.relations.put(relation.name(), relation));
    }

    @Override
    public Optional<Relation> find(List<String> name) {
        return Optional.ofNullable(relations.get(name.get(name.size() - 1)));
    }

    @Override
    public Optional<RowFunction> function(String name) {
        return Optional.empty();
    }

    @Override
    public boolean hasSchema(String name) {
        return name.equals("public");
    }

    @Override
    public Optional<Long> oidOf(PgType type, String written) {
        return type == PgType.REGTYPE ? NamedTypes.find(written).map(found -> (long) found.oid()) : Optional.empty();
    }

    @Override
    public Optional<String> nameOf(PgType type, long oid) {
        return type == PgType.REGTYPE ? PgType.ofOid((int) oid).map(SqlNames::of) : Optional.empty();
    }
}
