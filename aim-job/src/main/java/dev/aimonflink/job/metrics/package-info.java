/** What operators are watched by: the names of the metrics, all in the group {@code aim}, their counters, and logs of limited length. */
package dev.aimonflink.job.metrics;
