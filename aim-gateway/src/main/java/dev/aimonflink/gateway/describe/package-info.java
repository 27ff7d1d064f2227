/** What the job has, in PostgreSQL's terms: values, tables, functions, and the relations of the schema {@code aim}. */
package dev.aimonflink.gateway.describe;
