/**
 * Which entities a partition has: the {@linkplain dev.aimonflink.matrix.row.Rows rows}, their index and age, forgetting, and how far the
 * events were read.
 */
package dev.aimonflink.matrix.row;
