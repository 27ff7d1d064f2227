/** A {@linkplain dev.aimonflink.query.ask.statement.SqlText text} becomes a query, and what was planned lately is remembered. */
package dev.aimonflink.query.ask.statement;
