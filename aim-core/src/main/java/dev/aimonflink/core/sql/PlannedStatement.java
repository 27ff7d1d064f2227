package dev.aimonflink.core.sql;

import dev.aimonflink.sql.plan.PlannedQuery;
import dev.aimonflink.sql.text.Statement;

/**
 * What a text asks, before it has values.
 *
 * @param explain what it wants to know of the query; null if it wants the answer
 */
record PlannedStatement(PlannedQuery query, Statement.Explain explain) {}
