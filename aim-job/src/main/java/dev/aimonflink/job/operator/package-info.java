/**
 * The Analytics Matrix as a Flink operator: callbacks on the outside, a {@link dev.aimonflink.core.matrix.Partition}
 * inside, and the schedule by which scans and events share one thread.
 */
package dev.aimonflink.job.operator;
