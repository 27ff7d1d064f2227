/**
 * The aggregate functions. A class, an {@link dev.aimonflink.query.compute.aggregate.Aggregate}, has all of a function: what it keeps of
 * {@linkplain dev.aimonflink.query.compute.aggregate.VectorStates vectors}, the {@linkplain dev.aimonflink.query.compute.aggregate.States
 * states} that are sent and merged, and its final value. {@link dev.aimonflink.query.compute.aggregate.AggregateFunctions} lists them.
 */
package dev.aimonflink.query.compute.aggregate;
