/** Gives equivalent queries the same form. */
package dev.aimonflink.sql.canonical;
