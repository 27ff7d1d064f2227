/**
 * Evaluates expressions for one row. {@link dev.aimonflink.sql.evaluate.RowEvaluator} knows every expression and works on objects; a {@link
 * dev.aimonflink.sql.evaluate.Condition} is compiled, and works on primitives without allocation.
 */
package dev.aimonflink.sql.evaluate;
