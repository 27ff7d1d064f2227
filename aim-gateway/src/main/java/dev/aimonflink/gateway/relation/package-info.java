/**
 * What a connection adds to the language of aim-sql: the gateway's own relations, functions of catalogs and of the connection, types of the
 * catalogs. Statements over these run here, even together with tables of the job.
 */
package dev.aimonflink.gateway.relation;
