/** Patterns for texts: LIKE and regular expressions. */
package dev.aimonflink.sql.pattern;
