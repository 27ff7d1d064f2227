/** The {@linkplain dev.aimonflink.query.calls.CallQueries queries of the benchmark}: texts of SQL with names. */
package dev.aimonflink.query.calls;
