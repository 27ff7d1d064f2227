/** The {@linkplain dev.aimonflink.core.calls.query.CallQueries queries of the benchmark}: texts of SQL with names. */
package dev.aimonflink.core.calls.query;
