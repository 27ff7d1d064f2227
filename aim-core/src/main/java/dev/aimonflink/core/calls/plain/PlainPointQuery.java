package dev.aimonflink.core.calls.plain;

import dev.aimonflink.core.calls.plain.PlainRow.Kind;
import dev.aimonflink.core.calls.plain.PlainRow.Summary;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/** The query for one subscriber: the attributes and every column, each from the calls themselves. */
final class PlainPointQuery {
    private final PlainSchema schema;
    private final PlainCalendar calendar;

    PlainPointQuery(PlainSchema schema, PlainCalendar calendar) {
        this.schema = schema;
        this.calendar = calendar;
    }

    List<List<Object>> answer(PlainSubscriber subscriberOrNull) {
        if (subscriberOrNull == null) {
            return List.of();
        }
        List<Object> row = PlainQueries.attributes(subscriberOrNull);
        row.addAll(columns(subscriberOrNull, schema.stored()));
        row.addAll(columns(subscriberOrNull, schema.derived()));
        return List.of(row);
    }

    private List<Object> columns(PlainSubscriber subscriber, List<String> names) {
        List<Object> values = new ArrayList<>();
        for (int copy = 0; copy < schema.copies(); copy++) {
            for (int window = 0; window < schema.windows().size(); window++) {
                for (Kind kind : schema.kinds()) {
                    for (String name : names) {
                        values.add(value(subscriber, calendar.startMs(window), kind, name));
                    }
                }
            }
        }
        return values;
    }

    private static Object value(PlainSubscriber subscriber, long fromMs, Kind kind, String column) {
        Summary calls = subscriber.since(fromMs, kind);
        List<Integer> seconds = subscriber.secondsSince(fromMs, kind);
        List<Integer> cents = subscriber.centsSince(fromMs, kind);
        return switch (column) {
            case "count calls" -> calls.calls();
            case "sum duration" -> calls.seconds();
            case "min duration" -> extreme(calls, calls.shortestSeconds());
            case "max duration" -> extreme(calls, calls.longestSeconds());
            case "squares duration" -> PlainSubscriber.squares(seconds).longValueExact();
            case "sum cost" -> PlainQueries.currency(calls.cents());
            case "min cost" -> calls.calls() == 0 ? null : PlainQueries.currency(calls.cheapestCents());
            case "max cost" -> calls.calls() == 0 ? null : PlainQueries.currency(calls.dearestCents());
            case "squares cost" -> new BigDecimal(PlainSubscriber.squares(cents), 4);
            case "avg duration" -> PlainQueries.quotient(calls.seconds(), calls.calls());
            case "avg cost" -> calls.calls() == 0 ? null : PlainQueries.costPerSecond(calls.cents(), calls.calls());
            case "var duration" -> doubleOf(variance(seconds));
            case "stdev duration" -> doubleOf(root(variance(seconds)));
            case "var cost" -> doubleOf(inSquaredUnits(variance(cents)));
            case "stdev cost" -> doubleOf(root(inSquaredUnits(variance(cents))));
            default -> throw new IllegalArgumentException("The plain model has no column '" + column + "'.");
        };
    }

    private static Long extreme(Summary calls, long seconds) {
        return calls.calls() == 0 ? null : (Long) seconds;
    }

    /** The mean of the squared differences from the mean. Each difference is multiplied by the count, to be exact. */
    private static BigDecimal variance(List<Integer> values) {
        if (values.isEmpty()) {
            return null;
        }
        BigInteger count = BigInteger.valueOf(values.size());
        BigInteger sum = BigInteger.ZERO;
        for (int value : values) {
            sum = sum.add(BigInteger.valueOf(value));
        }
        BigInteger squares = BigInteger.ZERO;
        for (int value : values) {
            squares = squares.add(
                    count.multiply(BigInteger.valueOf(value)).subtract(sum).pow(2));
        }
        return new BigDecimal(squares).divide(new BigDecimal(count.pow(3)), PlainQueries.PRECISION);
    }

    private static BigDecimal inSquaredUnits(BigDecimal squaredCents) {
        return squaredCents == null ? null : squaredCents.movePointLeft(4);
    }

    private static BigDecimal root(BigDecimal square) {
        return square == null ? null : square.sqrt(PlainQueries.PRECISION);
    }

    private static Double doubleOf(BigDecimal value) {
        return value == null ? null : value.doubleValue();
    }
}
