/** PostgreSQL's types, and how their values are written on the wire. */
package dev.aimonflink.sql.type;
