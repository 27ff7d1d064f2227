/**
 * The Analytics Matrix of one partition: {@linkplain dev.aimonflink.core.matrix.EntityRecord records} are the
 * truth, and the caller stores them; {@linkplain dev.aimonflink.core.matrix.Block column blocks} are copies that
 * queries scan. {@link dev.aimonflink.core.matrix.Partition} keeps the two together. Nothing here is thread-safe: one
 * thread owns a partition.
 */
package dev.aimonflink.core.matrix;
