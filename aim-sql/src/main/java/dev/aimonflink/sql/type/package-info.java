/** Types of PostgreSQL, and how their values are written on the wire. */
package dev.aimonflink.sql.type;
