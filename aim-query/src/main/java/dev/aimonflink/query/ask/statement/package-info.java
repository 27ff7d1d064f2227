/** A {@linkplain dev.aimonflink.query.ask.statement.SqlText text} becomes a query; recent plans are cached. */
package dev.aimonflink.query.ask.statement;
