package dev.aimonflink.gateway.relation;

import dev.aimonflink.sql.type.PgType;
import java.util.List;
import java.util.Optional;

/** Other relations, for those who change some of them. */
public abstract class ForwardingRelations implements Relations {
    /** Called each time, because they may change. */
    protected abstract Relations others();

    @Override
    public Optional<Relation> find(List<String> name) {
        return others().find(name);
    }

    @Override
    public Optional<RowFunction> function(String name) {
        return others().function(name);
    }

    @Override
    public List<String> functions() {
        return others().functions();
    }

    @Override
    public Optional<Long> oidOf(PgType type, String written) {
        return others().oidOf(type, written);
    }

    @Override
    public Optional<String> nameOf(PgType type, long oid) {
        return others().nameOf(type, oid);
    }

    @Override
    public boolean hasSchema(String name) {
        return others().hasSchema(name);
    }

    @Override
    public Optional<String> schemaOf(long oid) {
        return others().schemaOf(oid);
    }

    @Override
    public Optional<String> comment(String catalog, long oid, int column) {
        return others().comment(catalog, oid, column);
    }

    @Override
    public Optional<String> definition(long oid, int column, boolean isPretty) {
        return others().definition(oid, column, isPretty);
    }

    @Override
    public Optional<String> arguments(long oid, boolean withDefaults) {
        return others().arguments(oid, withDefaults);
    }

    @Override
    public Optional<String> result(long oid) {
        return others().result(oid);
    }
}
