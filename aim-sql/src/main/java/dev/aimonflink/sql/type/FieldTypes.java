package dev.aimonflink.sql.type;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Objects;

/** The types of fields of records, which a record does not say: the first of those whose values their class has. */
final class FieldTypes {
    private FieldTypes() {}

    static PgType typeOf(Object value) {
        if (value instanceof Boolean) {
            return PgType.BOOL;
        }
        if (value instanceof Long) {
            return PgType.INT8;
        }
        if (value instanceof Double) {
            return PgType.FLOAT8;
        }
        if (value instanceof BigDecimal) {
            return PgType.NUMERIC;
        }
        if (value instanceof byte[]) {
            return PgType.BYTEA;
        }
        if (value instanceof Object[]) {
            return PgType.RECORD;
        }
        if (value instanceof Interval) {
            return PgType.INTERVAL;
        }
        if (value instanceof List<?> elements) {
            return elements.stream()
                    .filter(Objects::nonNull)
                    .findFirst()
                    .flatMap(element -> typeOf(element).array())
                    .orElse(PgType.TEXT_ARRAY);
        }
        return ofTime(value);
    }

    private static PgType ofTime(Object value) {
        if (value instanceof Instant) {
            return PgType.TIMESTAMPTZ;
        }
        if (value instanceof LocalDateTime) {
            return PgType.TIMESTAMP;
        }
        return value instanceof LocalDate ? PgType.DATE : PgType.TEXT;
    }
}
