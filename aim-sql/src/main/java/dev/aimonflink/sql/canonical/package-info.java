/** One form for queries that ask the same, although they are written differently. */
package dev.aimonflink.sql.canonical;
