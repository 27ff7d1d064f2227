/** Events beside queries in our job, in DuckDB and in Kafka Streams: how much of each they do at a time, and that all answer alike. */
package dev.aimonflink.bench.frontier;
