package dev.aimonflink.sql.evaluate;

import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.type.FormattedText;
import dev.aimonflink.sql.type.NumberTemplate;
import dev.aimonflink.sql.type.QuotedText;
import dev.aimonflink.sql.type.SqlType;
import dev.aimonflink.sql.type.TimeMath;
import dev.aimonflink.sql.type.TimeTemplate;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/** Evaluates functions whose arguments have fixed types. */
final class FixedEvaluator {
    private FixedEvaluator() {}

    static Object evaluate(Bound.Call call, Row row) {
        List<Object> values = new ArrayList<>();
        for (Bound argument : call.arguments()) {
            Object value = RowEvaluator.evaluate(argument, row);
            if (value == null && call.function().isNullWithNull()) {
                return null;
            }
            if (value instanceof String text) {
                row.spend(text.length(), call.position());
            }
            values.add(value);
        }
        try {
            return of(call, values, row);
        } catch (SqlException error) {
            throw error.at(call.position());
        }
    }

    private static Object of(Bound.Call call, List<Object> values, Row row) {
        Object first = values.isEmpty() ? null : values.get(0);
        return switch (call.function()) {
            case TO_CHAR -> templated(values, call, row);
            case FORMAT -> formatted(values, call, row);
            case QUOTE_IDENT -> limited(QuotedText.name((String) first), call, row);
            case QUOTE_LITERAL -> limited(QuotedText.literal((String) first), call, row);
            case QUOTE_NULLABLE -> first == null ? "NULL" : limited(QuotedText.literal((String) first), call, row);
            case MD5 -> md5((String) first);
            case OCTET_LENGTH -> (long) ((String) first).getBytes(StandardCharsets.UTF_8).length;
            case BIT_LENGTH -> 8L * ((String) first).getBytes(StandardCharsets.UTF_8).length;
            case TO_HEX ->
                isInteger(call) ? Integer.toHexString(((Long) first).intValue()) : Long.toHexString((Long) first);
            case TO_OCT ->
                isInteger(call) ? Integer.toOctalString(((Long) first).intValue()) : Long.toOctalString((Long) first);
            case TO_BIN ->
                isInteger(call) ? Integer.toBinaryString(((Long) first).intValue()) : Long.toBinaryString((Long) first);
            case REGEXP_REPLACE,
                    REGEXP_MATCH,
                    REGEXP_LIKE,
                    REGEXP_COUNT,
                    REGEXP_SUBSTR,
                    REGEXP_INSTR,
                    REGEXP_SPLIT_TO_ARRAY -> RegularEvaluator.evaluate(call, values, row);
            default -> NumberEvaluator.evaluate(call, values, row);
        };
    }

    private static boolean isInteger(Bound.Call call) {
        return call.arguments().get(0).type().is(SqlType.Kind.INTEGER);
    }

    private static String limited(String text, Bound.Call call, Row row) {
        LongValues.requireCharacters(row, text.length(), call.position());
        return text;
    }

    private static String templated(List<Object> values, Bound.Call call, Row row) {
        Object value = values.get(0);
        String template = (String) values.get(1);
        ZoneId zone = TimeMath.zone(values, 2);
        // No field is written with more than nine times its letters.
        row.spend(9L * template.length(), call.position());
        return value instanceof Number number
                ? NumberTemplate.write(number, template)
                : TimeTemplate.write(value, template, zone);
    }

    private static String formatted(List<Object> values, Bound.Call call, Row row) {
        if (values.get(0) == null) {
            return null;
        }
        List<String> texts = new ArrayList<>();
        for (Object value : values.subList(1, values.size())) {
            texts.add(value == null ? null : LongValues.text(value, row, call.position()));
        }
        return FormattedText.of(
                (String) values.get(0), texts, length -> LongValues.requireCharacters(row, length, call.position()));
    }

    private static String md5(String text) {
        try {
            byte[] hash = MessageDigest.getInstance("MD5").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has MD5", e);
        }
    }
}
