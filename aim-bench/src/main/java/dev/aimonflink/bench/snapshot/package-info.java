/** Ways to take a snapshot of changing columns, side by side on the same records. */
package dev.aimonflink.bench.snapshot;
