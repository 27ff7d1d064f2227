/** A PostgreSQL of our own, which judges answers. */
package dev.aimonflink.bench.postgres;
