/**
 * The Analytics Matrix of one {@linkplain dev.aimonflink.core.partition.Partition partition} keeps records and columns together, and
 * answers. Nothing here is thread-safe: one thread owns a partition.
 */
package dev.aimonflink.core.partition;
