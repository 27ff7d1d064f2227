package dev.aimonflink.sql.rows;

import dev.aimonflink.sql.plan.Output;
import java.util.List;

/** @param rows with one value for each output, as {@link dev.aimonflink.sql.bind.Bound} represents it */
public record RowAnswer(List<Output> outputs, List<Object[]> rows) {}
