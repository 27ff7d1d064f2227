/**
 * The Analytics Matrix of one {@linkplain dev.aimonflink.query.serve.partition.Partition partition} keeps records and columns together, and
 * answers. Nothing here is thread-safe: one thread owns a partition.
 */
package dev.aimonflink.query.serve.partition;
