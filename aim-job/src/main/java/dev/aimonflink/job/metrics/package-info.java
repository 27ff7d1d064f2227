/** Metrics, all in the group {@code aim}, their counters, and logs of limited length. */
package dev.aimonflink.job.metrics;
