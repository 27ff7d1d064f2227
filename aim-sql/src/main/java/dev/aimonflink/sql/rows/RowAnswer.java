package dev.aimonflink.sql.rows;

import dev.aimonflink.sql.plan.Output;
import java.util.List;

/**
 * The rows that a query gives.
 *
 * @param rows with one value for each output, as {@link dev.aimonflink.sql.bind.Bound} represents it
 */
public record RowAnswer(List<Output> outputs, List<Object[]> rows) {}
