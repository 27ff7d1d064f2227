package dev.aimonflink.core.sql;

import dev.aimonflink.sql.plan.PlannedQuery;
import dev.aimonflink.sql.text.Statement;
import java.util.List;

/**
 * What a text asks, before it has values.
 *
 * @param queries more than one only for a batch
 * @param explain what it wants to know of the query; null if it wants the answer
 */
record PlannedStatement(List<PlannedQuery> queries, Statement.Explain explain) {}
