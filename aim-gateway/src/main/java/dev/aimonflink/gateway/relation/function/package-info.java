/** The functions and aggregates that a statement can call, each with its signature. */
package dev.aimonflink.gateway.relation.function;
