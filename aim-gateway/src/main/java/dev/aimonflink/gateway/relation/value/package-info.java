/** Values as PostgreSQL has them: their order, their conversions, and the operators between them. */
package dev.aimonflink.gateway.relation.value;
