/**
 * The functions of many rows. A class, an {@link dev.aimonflink.core.aggregate.Aggregate}, has all of a function: what it keeps of
 * {@linkplain dev.aimonflink.core.aggregate.VectorStates vectors} and as {@linkplain dev.aimonflink.core.aggregate.States states} of
 * groups, which are sent and merged, and its value in the end. {@link dev.aimonflink.core.aggregate.AggregateFunctions} lists them.
 */
package dev.aimonflink.core.aggregate;
