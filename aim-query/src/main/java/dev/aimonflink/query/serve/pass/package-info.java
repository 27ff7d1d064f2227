/**
 * One {@linkplain dev.aimonflink.query.serve.pass.Pass pass} over all rows answers all queries that wait: who is next, slices, held cuts, and the
 * memory that scans may keep.
 */
package dev.aimonflink.query.serve.pass;
