/**
 * The queries of the benchmark, one class each, with its SQL in the Javadoc, its scan, and its answer from the merged {@linkplain
 * dev.aimonflink.core.partial partial}. {@link dev.aimonflink.core.calls.query.CallQueries} lists them.
 */
package dev.aimonflink.core.calls.query;
