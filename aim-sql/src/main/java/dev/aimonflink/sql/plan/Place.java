package dev.aimonflink.sql.plan;

/** The places of expressions that cannot contain aggregates, or not functions over windows. */
enum Place {
    WHERE("in WHERE", "Write the condition behind HAVING."),
    ON("in the condition of a join", "Join with a query in FROM that has the aggregate."),
    GROUP_BY("in GROUP BY", "Compute it by a query in FROM, and group by its column."),
    AGGREGATE("inside of another one", "Compute the inner one by a query in FROM."),
    VALUES("in VALUES", "Write SELECT with FROM."),
    FUNCTION("in a function of FROM", "Join with a query in FROM that has the aggregate."),
    LIMIT("in LIMIT or OFFSET", "Write a number."),
    HAVING("in HAVING", ""),
    WINDOW("inside of another one", "");

    private final String where;
    private final String fix;

    Place(String where, String fix) {
        this.where = where;
        this.fix = fix;
    }

    /** Of a function over a window, which stands in no place but SELECT and ORDER BY. */
    String messageOfWindow() {
        return "A window function cannot stand " + where + ". Compute it by a query in FROM, and use its column.";
    }

    String message(String aggregate) {
        return "The aggregate " + aggregate + " cannot stand " + where + ". " + fix;
    }
}
