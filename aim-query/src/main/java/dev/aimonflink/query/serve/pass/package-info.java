/**
 * One {@linkplain dev.aimonflink.query.serve.pass.Pass pass} over all rows answers all waiting queries: turns, slices, held cuts, and the
 * memory of scans.
 */
package dev.aimonflink.query.serve.pass;
