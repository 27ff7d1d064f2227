package dev.aimonflink.sql.type;

import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;
import dev.aimonflink.sql.text.Spelling;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Values in PostgreSQL's text format; nulls are not values. */
public final class PgText {
    private static final String NO_ROW = "-";

    /** Nested rows double their quotes each time. */
    private static final int MAX_RECORD = 4 << 20;

    private final ZoneId zone;
    private final OidNames names;

    /** @param zone in which times are written, and read if they name none */
    public PgText(ZoneId zone, OidNames names) {
        this.zone = zone;
        this.names = names;
    }

    /** A date or time without a zone, as a text that reads correctly both without a zone, where the offset is ignored, and with one. */
    public static String withOffset(Object dateOrTime, ZoneId zone) {
        LocalDateTime shown = TimeMath.withoutZone(dateOrTime);
        Instant time = TimeMath.instant(shown, zone);
        int seconds = (int) (shown.toEpochSecond(ZoneOffset.UTC) - time.getEpochSecond());
        return TimeText.write(time, ZoneOffset.ofTotalSeconds(seconds));
    }

    public String write(PgType type, Object value) {
        if (type.isVector()) {
            return String.join(" ", elements(type, value));
        }
        if (type.isArray()) {
            return ArrayText.write(elements(type, value));
        }
        return switch (type) {
            case BOOL -> (Boolean) value ? "t" : "f";
            case CHAR -> BytesText.writeChar((String) value);
            case INT2, INT4, INT8, OID -> value.toString();
            case REGPROC, REGCLASS, REGTYPE, REGROLE, REGNAMESPACE -> writeName(type, (Long) value);
            case FLOAT4, FLOAT8 -> NumberText.writeFloat(type, ((Number) value).doubleValue());
            case NUMERIC -> ((BigDecimal) value).toPlainString();
            case BYTEA -> BytesText.write((byte[]) value);
            case TIMESTAMPTZ -> TimeText.write((Instant) value, zone);
            case TIMESTAMP -> TimeText.write((LocalDateTime) value);
            case DATE -> TimeText.write((LocalDate) value);
            case INTERVAL -> value.toString();
            case RECORD -> writeRecord((PgRecord) value);
            case VOID -> "";
            default -> (String) value;
        };
    }

    private List<String> elements(PgType array, Object value) {
        List<String> texts = new ArrayList<>();
        for (Object element : (List<?>) value) {
            texts.add(element == null ? null : write(array.element(), element));
        }
        return texts;
    }

    private String writeRecord(PgRecord row) {
        List<String> fields = new ArrayList<>();
        for (int i = 0; i < row.values().size(); i++) {
            Object value = row.values().get(i);
            fields.add(value == null ? null : write(row.types().get(i), value));
        }
        String text = ArrayText.writeRecord(fields);
        if (text.length() > MAX_RECORD) {
            throw new SqlException(
                    SqlState.LIMIT_EXCEEDED,
                    SqlException.NOWHERE,
                    "A row as a text has more than " + MAX_RECORD + " characters. Ask for its fields.");
        }
        return text;
    }

    private String writeName(PgType type, long oid) {
        return oid == 0 ? NO_ROW : names.nameOf(type, oid).orElseGet(() -> Long.toString(oid));
    }

    public Object read(PgType type, String text) {
        if (type.isArray()) {
            List<Object> elements = new ArrayList<>();
            for (String element : type.isVector() ? ArrayText.readVector(text) : ArrayText.read(text)) {
                elements.add(element == null ? null : read(type.element(), element));
            }
            return elements;
        }
        return switch (type) {
            case BOOL -> readTruth(text);
            case CHAR -> BytesText.readChar(text);
            case INT2, INT4, INT8, OID -> NumberText.readWhole(type, text);
            case REGPROC, REGCLASS, REGTYPE, REGROLE, REGNAMESPACE -> readName(type, text);
            case FLOAT4, FLOAT8 -> NumberText.readFloat(type, text);
            case NUMERIC -> NumberText.readNumeric(text);
            case BYTEA -> BytesText.read(text);
            case TIMESTAMPTZ -> TimeReader.instant(text, zone);
            case TIMESTAMP -> TimeReader.withoutZone(text);
            case DATE -> TimeReader.date(text);
            case INTERVAL -> IntervalText.read(text);
            case RECORD, VOID -> throw Faults.noInput(type);
            default -> text;
        };
    }

    /** A word may be abbreviated while it is unambiguous. */
    private static Boolean readTruth(String text) {
        return switch (text.strip().toLowerCase(Locale.ROOT)) {
            case "t", "tr", "tru", "true", "y", "ye", "yes", "on", "1" -> true;
            case "f", "fa", "fal", "fals", "false", "n", "no", "of", "off", "0" -> false;
            default -> throw Faults.syntax(PgType.BOOL, text, "Write true or false.");
        };
    }

    private Long readName(PgType type, String text) {
        String written = text.strip();
        if (written.equals(NO_ROW)) {
            return 0L;
        }
        if (!written.isEmpty() && written.chars().allMatch(digit -> digit >= '0' && digit <= '9')) {
            return NumberText.readWhole(PgType.OID, written);
        }
        return names.oidOf(type, written).orElseThrow(() -> unknown(type, written));
    }

    private static SqlException unknown(PgType type, String written) {
        String kind =
                switch (type) {
                    case REGCLASS -> "relation";
                    case REGPROC -> "function";
                    case REGROLE -> "role";
                    case REGNAMESPACE -> "schema";
                    default -> "type";
                };
        SqlState state =
                switch (type) {
                    case REGCLASS -> SqlState.UNDEFINED_TABLE;
                    case REGPROC -> SqlState.UNDEFINED_FUNCTION;
                    default -> SqlState.UNDEFINED_OBJECT;
                };
        return new SqlException(
                state,
                SqlException.NOWHERE,
                kind + " \"" + Spelling.shortened(written)
                        + "\" does not exist. Write the name of one that does, or a number.");
    }
}
