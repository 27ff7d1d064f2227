/**
 * Queries whose names and types are known, as values: what is to be computed, and not how. Equal plans give equal answers.
 */
package dev.aimonflink.sql.plan;
