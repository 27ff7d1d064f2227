/**
 * The functions of many rows. A class, an {@link dev.aimonflink.query.compute.aggregate.Aggregate}, has all of a function: what it keeps of
 * {@linkplain dev.aimonflink.query.compute.aggregate.VectorStates vectors} and as {@linkplain dev.aimonflink.query.compute.aggregate.States states} of
 * groups, which are sent and merged, and its value in the end. {@link dev.aimonflink.query.compute.aggregate.AggregateFunctions} lists them.
 */
package dev.aimonflink.query.compute.aggregate;
