package dev.aimonflink.sql.plan;

import dev.aimonflink.sql.bind.Bound;

/** What rows are sorted by. */
public record SortTerm(Bound value, boolean isDescending, boolean nullsFirst) {}
