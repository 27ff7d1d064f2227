/**
 * What happens when a pane of a sliding window turns: how long events, slices and scans take then, and how long columns are
 * refilled from records on the heap and in RocksDB.
 */
package dev.aimonflink.bench.turns;
