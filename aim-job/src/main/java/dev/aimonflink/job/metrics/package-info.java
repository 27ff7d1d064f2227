/** The names of the metrics, all in the group {@code aim}, and their counters. */
package dev.aimonflink.job.metrics;
