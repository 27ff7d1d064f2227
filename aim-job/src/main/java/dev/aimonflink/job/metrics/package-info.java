/** The names of our metrics, all in the group {@code aim}, and what feeds them. */
package dev.aimonflink.job.metrics;
