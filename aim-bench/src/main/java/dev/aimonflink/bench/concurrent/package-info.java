/** What events and scans cost each other, on one partition. */
package dev.aimonflink.bench.concurrent;
