package dev.aimonflink.core.matrix;

import java.util.List;

/**
 * The moment that a partition answered from.
 *
 * @param eventTimeMs its clock, or {@link dev.aimonflink.core.schema.WindowClock#NO_TIME}
 * @param windowNumbers its current windows, in schema order; partials of different windows are never merged
 */
public record Cut(long eventTimeMs, List<Integer> windowNumbers) {}
