/** PostgreSQL's catalogs, {@code pg_catalog} and {@code information_schema}, of what the gateway has. */
package dev.aimonflink.gateway.catalog;
