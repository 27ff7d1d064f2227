/**
 * The Flink job: {@link dev.aimonflink.job.AimJob} is the entry point, and {@link dev.aimonflink.job.Topology} is the
 * dataflow from topics to topics.
 */
package dev.aimonflink.job;
