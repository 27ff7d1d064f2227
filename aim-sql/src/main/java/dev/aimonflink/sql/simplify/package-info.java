/** Simplifies queries by what is known of their values before there are rows. */
package dev.aimonflink.sql.simplify;
