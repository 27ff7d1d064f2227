/** What rules add to an event, and the cost of checks without one: on one partition, without Kafka and Flink. */
package dev.aimonflink.bench.rules;
