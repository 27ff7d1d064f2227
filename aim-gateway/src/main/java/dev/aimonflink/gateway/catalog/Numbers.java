package dev.aimonflink.gateway.catalog;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The numbers of what is described. PostgreSQL's own have theirs, and others follow one another from its first free number on. */
final class Numbers {
    static final long PG_CATALOG = 11;
    static final long PUBLIC = 2200;
    static final long INFORMATION_SCHEMA = 13144;
    static final long OWNER = 10;
    static final long DATABASE = 5;
    static final long HEAP = 2;
    static final long BTREE = 403;
    static final long FIRST_FREE = 16384;

    private long next = FIRST_FREE;

    /** A relation with its number. */
    record Numbered(long oid, long schema, Described relation) {}

    /** An index of a primary key. */
    record Key(long index, long constraint, Numbered table, String name) {}

    final Map<String, Long> schemas = new LinkedHashMap<>();
    final Map<String, Long> users = new LinkedHashMap<>();
    final List<Numbered> relations = new ArrayList<>();
    final List<Key> keys = new ArrayList<>();
    final Map<Long, Catalogued.Routine> routines = new LinkedHashMap<>();
    final Map<Long, Numbered> byOid = new HashMap<>();

    Numbers(Catalogued described) {
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
                keys.add(new Key(next++, next++, numbered, relation.name() + "_pkey"));
            }
        }
        described.routines().forEach(routine -> routines.put(next++, routine));
    }

    private void add(Numbered relation) {
        relations.add(relation);
        byOid.put(relation.oid(), relation);
    }

    long schema(String name) {
        Long oid = schemas.get(name);
        if (oid == null) {
            throw new IllegalArgumentException("schema " + name + " is not described. Describe it, too.");
        }
        return oid;
    }

    String schemaName(long oid) {
        return schemas.entrySet().stream()
                .filter(schema -> schema.getValue() == oid)
                .findFirst()
                .map(Map.Entry::getKey)
                .orElseThrow();
    }
}
