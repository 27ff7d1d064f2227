/**
 * The Analytics Matrix as a Flink operator: callbacks around a {@link dev.aimonflink.query.serve.partition.Partition}, and the schedule by
 * which scans and events share one thread.
 */
package dev.aimonflink.job.operator;
