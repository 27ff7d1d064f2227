package dev.aimonflink.matrix.row;

/** Names a Kafka partition of the events topic. A restored job may still read an earlier topic beside the new one. */
public record SourcePartition(String topic, int number) {}
