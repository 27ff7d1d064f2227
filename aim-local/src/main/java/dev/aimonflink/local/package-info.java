/**
 * A whole installation in one process: a real Kafka {@linkplain dev.aimonflink.local.EmbeddedBroker broker}, a real Flink {@linkplain
 * dev.aimonflink.local.LocalFlink cluster}, and a {@linkplain dev.aimonflink.local.InProcessMetrics view} of its jobs' metrics. Everything
 * listens on free loopback ports and is removed when closed.
 */
package dev.aimonflink.local;
