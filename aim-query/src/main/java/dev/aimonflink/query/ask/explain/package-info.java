/** {@code EXPLAIN} and {@code EXPLAIN ANALYZE} of statements over the matrix. */
package dev.aimonflink.query.ask.explain;
