package dev.aimonflink.query.sqllogic;

import dev.aimonflink.query.serve.request.QueryResult;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;

/** The rows of an answer, with times and doubles where the answer has their texts. */
public final class AnsweredValues {
    private AnsweredValues() {}

    public static List<List<Object>> in(QueryResult result) {
        return result.rows().stream().map(row -> in(row, result.types())).toList();
    }

    private static List<Object> in(List<Object> row, List<String> types) {
        List<Object> values = new ArrayList<>();
        for (int i = 0; i < types.size(); i++) {
            values.add(row.get(i) == null ? null : typed(row.get(i), types.get(i)));
        }
        return values;
    }

    private static Object typed(Object value, String type) {
        return switch (type) {
            case "date" -> LocalDate.parse((String) value);
            case "timestamp without time zone" -> LocalDateTime.parse((String) value);
            case "timestamp with time zone" -> Instant.parse((String) value);
            case "double precision", "real" -> Double.valueOf(value.toString());
            default -> value;
        };
    }
}
