package dev.aimonflink.core.query;

import dev.aimonflink.core.matrix.Scannable;

/** A query that every partition answers by a scan over its rows. */
public interface ScanQuery extends Query, Scannable {}
