/** What rules add to an event: measured on one partition, without Kafka and Flink. */
package dev.aimonflink.bench.rules;
