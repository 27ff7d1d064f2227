package dev.aimonflink.sql.plan;

import java.util.HashMap;
import java.util.Map;

/** The queries that WITH names, here and in outer queries. */
final class CommonTables {
    /**
     * @param parts by how much it enlarges a plan that names it
     * @param recursion inside the query itself, where it has the rows found last; else null
     */
    record CommonTable(BoundQuery rows, int parts, Scope around, Recursion recursion) {
        /** Its rows in a query that names it. */
        BoundQuery in(Scope aroundQuery) {
            return aroundQuery == around || !Expressions.hasOuter(rows.plan())
                    ? rows
                    : rows.of(Expressions.withOuter(rows.plan(), value -> aroundQuery.inside(value, around)));
        }
    }

    private final CommonTables around;
    private final Map<String, CommonTable> byName = new HashMap<>();

    CommonTables(CommonTables around) {
        this.around = around;
    }

    /** Returns false if the name is taken. */
    boolean add(String name, CommonTable table) {
        return byName.putIfAbsent(name, table) == null;
    }

    /** Null if there is none. */
    CommonTable find(String name) {
        for (CommonTables tables = this; tables != null; tables = tables.around) {
            CommonTable found = tables.byName.get(name);
            if (found != null) {
                return found;
            }
        }
        return null;
    }
}
