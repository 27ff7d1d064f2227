/** What Flink itself does with events, beside a plain loop: reading them from Kafka, computing a cost of each, and adding up by key. */
package dev.aimonflink.bench.streams;
