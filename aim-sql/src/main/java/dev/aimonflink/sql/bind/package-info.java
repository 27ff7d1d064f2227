/** Gives each node of an expression its type and each name its column, and reports what does not fit. */
package dev.aimonflink.sql.bind;
