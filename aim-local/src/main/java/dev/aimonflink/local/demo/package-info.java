/**
 * {@code aim demo}: the whole workload in one process, and the proof that its answers are right. Calls are published at
 * a steady rate while queries are asked; at the end every query is asked once more and compared with a plain
 * recomputation over the very calls that were published.
 */
package dev.aimonflink.local.demo;
