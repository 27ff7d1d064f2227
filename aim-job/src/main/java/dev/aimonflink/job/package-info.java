/**
 * The Flink job: {@link dev.aimonflink.job.AimJob} is what a cluster runs, {@link dev.aimonflink.job.Topology} is its
 * dataflow from topics to topics, in one place.
 */
package dev.aimonflink.job;
