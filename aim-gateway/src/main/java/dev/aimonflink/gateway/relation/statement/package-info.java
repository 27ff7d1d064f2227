/** Statements over relations: a syntax tree becomes terms and sources of rows, whose types are known before they run. */
package dev.aimonflink.gateway.relation.statement;
