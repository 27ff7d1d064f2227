/** A query of Nexmark by our job and by Flink SQL, in turns, on the same bytes in Kafka, and against one recount in plain Java. */
package dev.aimonflink.bench.nexmark;
