/** The Flink job: {@link dev.aimonflink.job.AimJob} is the entry point, {@link dev.aimonflink.job.Topology} the dataflow from topics to topics. */
package dev.aimonflink.job;
