package dev.aimonflink.sql.type;

import java.util.List;

/**
 * A value of the type {@code record}.
 *
 * @param types of its fields
 * @param values of its fields, represented as {@link PgType} says
 */
public record PgRecord(List<PgType> types, List<Object> values) {}
