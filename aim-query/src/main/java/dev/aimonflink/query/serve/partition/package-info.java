/**
 * One {@linkplain dev.aimonflink.query.serve.partition.Partition partition} of the Analytics Matrix keeps records and columns together, and
 * answers. Nothing here is thread-safe: one thread owns a partition.
 */
package dev.aimonflink.query.serve.partition;
