/** What happens when a window or a pane of it turns: how long events, slices, scans and the refill of columns take then. */
package dev.aimonflink.bench.turns;
