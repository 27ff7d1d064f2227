/**
 * What a connection adds to the language of aim-sql: relations that the gateway has itself, functions of catalogs and of the connection,
 * types of the catalogs. Statements over these run here, also beside tables of the job.
 */
package dev.aimonflink.gateway.relation;
