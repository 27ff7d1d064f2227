/** Queries with known names and types, as values: what to compute, not how. Equal plans give equal answers. */
package dev.aimonflink.sql.plan;
