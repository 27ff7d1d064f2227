/**
 * Evaluates expressions for one row. {@link dev.aimonflink.sql.evaluate.RowEvaluator} knows every expression and works on
 * objects; a {@link dev.aimonflink.sql.evaluate.Condition} is compiled from one, and works on primitive values without
 * allocating anything.
 */
package dev.aimonflink.sql.evaluate;
