/** What happens when a window or pane turns: the times of events, slices, scans and the refill of columns. */
package dev.aimonflink.bench.turns;
