/** A dialogue in SQL. */
package dev.aimonflink.clients.shell;
