/** A {@linkplain dev.aimonflink.query.statement.SqlText text} becomes a query, and what was planned lately is remembered. */
package dev.aimonflink.query.statement;
