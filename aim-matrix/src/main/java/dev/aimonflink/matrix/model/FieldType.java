package dev.aimonflink.matrix.model;

import dev.aimonflink.sql.type.SqlType;
import java.io.Serializable;
import java.util.List;
import java.util.Locale;

/**
 * The type of a field or attribute.
 *
 * @param precision of a {@code DECIMAL}: the most digits; else 0
 * @param scale of a {@code DECIMAL}: the digits behind the point
 * @param labels of an {@code ENUM}: its values in order
 */
public record FieldType(Kind kind, int precision, int scale, List<String> labels) implements Serializable {
    public enum Kind {
        BOOLEAN,
        INT,
        LONG,
        DECIMAL,
        DOUBLE,
        ENUM,
        TEXT,
        TIME;

        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** As many digits as every 64-bit number has. */
    public static final int MAX_PRECISION = 18;

    /** The most values of an enumeration; texts have no such list. */
    public static final int MAX_LABELS = 1_000;

    /** The longest value of an enumeration, and the longest text of an event. */
    public static final int MAX_TEXT_LENGTH = 256;

    public static final FieldType BOOLEAN = of(Kind.BOOLEAN);
    public static final FieldType INT = of(Kind.INT);
    public static final FieldType LONG = of(Kind.LONG);
    public static final FieldType DOUBLE = of(Kind.DOUBLE);
    public static final FieldType TEXT = of(Kind.TEXT);
    public static final FieldType TIME = of(Kind.TIME);

    /** Currency units with cents. */
    public static final FieldType MONEY = decimal(MAX_PRECISION, 2);

    private static FieldType of(Kind kind) {
        return new FieldType(kind, 0, 0, List.of());
    }

    public static FieldType decimal(int precision, int scale) {
        if (precision < 1 || precision > MAX_PRECISION || scale < 0 || scale > precision) {
            throw new InvalidInputException("decimal(" + precision + "," + scale + ") is no type. Give up to "
                    + MAX_PRECISION + " digits, and as many or fewer of them behind the point.");
        }
        return new FieldType(Kind.DECIMAL, precision, scale, List.of());
    }

    public static FieldType enumeration(List<String> labels) {
        if (labels.isEmpty() || labels.size() > MAX_LABELS) {
            throw new InvalidInputException("An enum with " + labels.size() + " values is impossible. Give 1 to "
                    + MAX_LABELS + ", or use the type text.");
        }
        return new FieldType(Kind.ENUM, 0, 0, List.copyOf(labels));
    }

    public boolean is(Kind expected) {
        return kind == expected;
    }

    public boolean isNumber() {
        return kind == Kind.INT || kind == Kind.LONG || kind == Kind.DECIMAL || kind == Kind.DOUBLE;
    }

    /** The type that values have in expressions. */
    public SqlType sqlType() {
        return switch (kind) {
            case BOOLEAN -> SqlType.BOOLEAN;
            case INT -> SqlType.INTEGER;
            case LONG -> SqlType.BIGINT;
            case DECIMAL -> SqlType.numeric(precision, scale);
            case DOUBLE -> SqlType.DOUBLE;
            case ENUM -> SqlType.enumeration(labels);
            case TEXT -> SqlType.TEXT;
            case TIME -> SqlType.TIMESTAMP;
        };
    }

    /** As in a model, without the values of an enumeration. */
    @Override
    public String toString() {
        if (equals(MONEY)) {
            return "money";
        }
        return kind == Kind.DECIMAL ? "decimal(" + precision + "," + scale + ")" : kind.label();
    }
}
