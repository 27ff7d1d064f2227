package dev.aimonflink.core.matrix;

/**
 * @param request identifies the request: its topic, partition and offset
 */
public record ScanRequest(String request, Scannable query) {}
