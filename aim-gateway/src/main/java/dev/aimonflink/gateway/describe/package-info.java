/** What the job has, in the terms of PostgreSQL: values, tables, functions, and the relations of the schema {@code aim}. */
package dev.aimonflink.gateway.describe;
