/**
 * Expressions of SQL over vectors of cells: a {@linkplain dev.aimonflink.query.compute.program.Program program} is a list of loops, each over a few
 * thousand rows that stay in the first-level cache.
 */
package dev.aimonflink.query.compute.program;
