/**
 * Runs expressions of SQL over vectors of cells: a program is a list of loops, each over a few thousand rows that stay in the
 * first-level cache.
 */
package dev.aimonflink.core.vector;
