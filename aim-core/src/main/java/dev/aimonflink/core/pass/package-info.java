/**
 * One {@linkplain dev.aimonflink.core.pass.Pass pass} over all rows answers all queries that wait: who is next, slices, held cuts, and the
 * memory that scans may keep.
 */
package dev.aimonflink.core.pass;
