/**
 * Which entities a partition has: the {@linkplain dev.aimonflink.core.row.Rows rows}, their index and age, who is forgotten, and how far
 * the events were read.
 */
package dev.aimonflink.core.row;
