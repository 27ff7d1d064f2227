/**
 * The states of aggregates: over {@linkplain dev.aimonflink.core.aggregate.AggregateStates vectors}, over {@linkplain
 * dev.aimonflink.core.aggregate.AggregateState rows}, and as partitions send them.
 */
package dev.aimonflink.core.aggregate;
