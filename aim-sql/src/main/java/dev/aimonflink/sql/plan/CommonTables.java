package dev.aimonflink.sql.plan;

import java.util.HashMap;
import java.util.Map;

/** The queries that WITH names, and those of the queries around. */
final class CommonTables {
    /**
     * @param parts how much larger it makes the plan that names it
     * @param around of the query that has it; null if that is none in another
     * @param recursion in the query itself: of which it is the rows that were found last; null elsewhere
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

    /** @param around null if there are none */
    CommonTables(CommonTables around) {
        this.around = around;
    }

    /** Whether the name was free. */
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
