package dev.aimonflink.gateway.catalog;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The numbers of described objects: PostgreSQL's own, and consecutive ones from its first free number on. */
final class OidsInOrder {
    static final long PG_CATALOG = 11;
    static final long PUBLIC = 2200;
    static final long INFORMATION_SCHEMA = 13144;
    static final long OWNER = 10;
    static final long FIRST_FREE = 16384;

    private long next = FIRST_FREE;

    record Numbered(long oid, long schema, Described relation) {}

    record Key(long index, long constraint, Numbered table, String name) {}

    record Name(String schema, String name) {}

    final Map<String, Long> schemas = new LinkedHashMap<>();
    final Map<String, Long> users = new LinkedHashMap<>();
    final List<Numbered> relations = new ArrayList<>();
    final List<Key> keys = new ArrayList<>();
    final Map<Long, Catalogued.Routine> routines = new LinkedHashMap<>();

    final Map<Long, Name> names = new LinkedHashMap<>();

    OidsInOrder(Catalogued described) {
        schemas.put("pg_catalog", PG_CATALOG);
        schemas.put("information_schema", INFORMATION_SCHEMA);
        for (Catalogued.Schema schema : described.schemas()) {
            schemas.computeIfAbsent(schema.name(), name -> name.equals("public") ? PUBLIC : next++);
        }
        for (String user : described.users()) {
            users.put(user, users.isEmpty() ? OWNER : next++);
        }
        for (CatalogColumns relation : CatalogColumns.ALL) {
            add(new Numbered(relation.oid(), schema(relation.schema()), Described.of(relation)));
        }
        for (Described relation : Described.of(described)) {
            Numbered numbered = new Numbered(next++, schema(relation.schema()), relation);
            add(numbered);
            if (!relation.key().isEmpty()) {
                Key key = new Key(next++, next++, numbered, relation.name() + "_pkey");
                keys.add(key);
                names.put(key.index(), new Name(relation.schema(), key.name()));
            }
        }
        described.routines().forEach(routine -> routines.put(next++, routine));
    }

    private void add(Numbered relation) {
        relations.add(relation);
        names.put(
                relation.oid(),
                new Name(relation.relation().schema(), relation.relation().name()));
    }

    long schema(String name) {
        Long oid = schemas.get(name);
        if (oid == null) {
            throw new IllegalArgumentException("schema " + name + " is not described. Describe it, too.");
        }
        return oid;
    }
}
