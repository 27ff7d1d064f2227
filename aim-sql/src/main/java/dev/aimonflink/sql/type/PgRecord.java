package dev.aimonflink.sql.type;

import java.util.List;

/**
 * A value of the type {@code record}.
 *
 * @param values represented as {@link PgType} says
 */
public record PgRecord(List<PgType> types, List<Object> values) {}
