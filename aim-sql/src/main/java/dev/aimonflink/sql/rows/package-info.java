/**
 * Evaluates plans and their expressions row by row. A {@link dev.aimonflink.sql.rows.RowEngine} runs a planned query
 * over any {@link dev.aimonflink.sql.rows.Relations}. {@link dev.aimonflink.sql.rows.RowEvaluator} knows every expression
 * and works on objects; a {@link dev.aimonflink.sql.rows.Condition} is compiled from one, and works on primitive values without
 * allocating anything.
 */
package dev.aimonflink.sql.rows;
