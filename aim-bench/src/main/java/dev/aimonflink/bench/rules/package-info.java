/** What rules add to an event, and what it costs to check them without one: measured on one partition, without Kafka and Flink. */
package dev.aimonflink.bench.rules;
