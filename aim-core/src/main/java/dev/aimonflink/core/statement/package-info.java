/** A {@linkplain dev.aimonflink.core.statement.SqlText text} becomes a query, and what was planned lately is remembered. */
package dev.aimonflink.core.statement;
