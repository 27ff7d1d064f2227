/**
 * Which entities a partition has, the {@linkplain dev.aimonflink.matrix.row.Rows rows}: their index and age, forgetting, how far the events
 * were read, and what an event does to its row, if it is not refused as late, full or an overflow.
 */
package dev.aimonflink.matrix.row;
