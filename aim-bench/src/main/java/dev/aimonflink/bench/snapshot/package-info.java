/** Ways to take a snapshot of the columns that events change, side by side on the same records. */
package dev.aimonflink.bench.snapshot;
