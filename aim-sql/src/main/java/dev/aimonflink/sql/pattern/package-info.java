/** Patterns that texts match: those of LIKE, and regular expressions. */
package dev.aimonflink.sql.pattern;
