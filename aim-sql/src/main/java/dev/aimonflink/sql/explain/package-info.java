/** Describes in words how a query is answered. */
package dev.aimonflink.sql.explain;
