/** Statements over relations that the gateway has itself: small ones, evaluated row by row. The matrix is asked through the job. */
package dev.aimonflink.gateway.relation;
