package dev.aimonflink.query.ask.statement;

import dev.aimonflink.sql.plan.PlannedQuery;
import dev.aimonflink.sql.text.Statement;
import java.util.List;

/**
 * @param queries several only for a batch
 * @param explain the options of EXPLAIN; null if the text asks for the answer
 */
record PlannedStatement(List<PlannedQuery> queries, Statement.Explain explain) {}
