package dev.aimonflink.core.plain;

import dev.aimonflink.core.model.Dimensions;
import dev.aimonflink.core.model.Dimensions.RegionInfo;
import dev.aimonflink.core.model.Profile;
import dev.aimonflink.core.plain.PlainSchema.PlainWindow;
import dev.aimonflink.core.plain.PlainSubscriber.Kind;
import dev.aimonflink.core.plain.PlainSubscriber.Summary;
import dev.aimonflink.core.query.QueryCall;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The queries, each as one loop over the subscribers. */
final class PlainAnswers {
    private static final int GROUPS_OF_Q3 = 100;

    /** Enough that the quotient of two longs, cut to so many digits, still rounds to the right double. */
    private static final MathContext PRECISION = new MathContext(50);

    private static final Map<String, Object> DEFAULTS = Map.of(
            "alpha",
            1L,
            "beta",
            3L,
            "gamma",
            5L,
            "delta",
            60L,
            "subscriptionType",
            "contract",
            "category",
            "business",
            "country",
            "Switzerland",
            "cellValueType",
            "gold");

    private final PlainSchema schema;
    private final PlainCalendar calendar;
    private final Map<String, RegionInfo> regionOfZip = new HashMap<>();
    private final Map<Integer, String> subscriptionTypes = new HashMap<>();
    private final Map<Integer, String> categories = new HashMap<>();
    private final Map<Integer, String> cellValueTypes = new HashMap<>();

    PlainAnswers(Dimensions dimensions, PlainSchema schema, PlainCalendar calendar) {
        this.schema = schema;
        this.calendar = calendar;
        dimensions.regions().forEach(row -> regionOfZip.put(row.zip(), row));
        dimensions.subscriptionTypes().forEach(row -> subscriptionTypes.put(row.id(), row.type()));
        dimensions.categories().forEach(row -> categories.put(row.id(), row.category()));
        dimensions.cellValueTypes().forEach(row -> cellValueTypes.put(row.id(), row.value()));
    }

    List<List<Object>> answer(QueryCall call, Map<Long, PlainSubscriber> subscribers) {
        Collection<PlainSubscriber> all = subscribers.values();
        return switch (call.query()) {
            case "q1" -> averageDuration(all, number(call, "alpha"));
            case "q2" -> highestCost(all, number(call, "beta"));
            case "q3" -> costRatioByCalls(all);
            case "q4" -> localCallsByCity(all, number(call, "gamma"), number(call, "delta"));
            case "q5" -> costByRegion(all, name(call, "subscriptionType"), name(call, "category"));
            case "q6" -> longestCalls(all, name(call, "country"));
            case "q7" -> costRatioOfValue(all, name(call, "cellValueType"));
            case "w2" -> highestCost(all, -1);
            case "w3" -> durationRange(all, number(call, "beta"));
            case "flat_rate" -> flatRate(all, name(call, "cellValueType"));
            case "subscriber" -> subscriber(subscribers.get(number(call, "subscriberId")));
            default -> throw new IllegalArgumentException("The plain model has no query '" + call.query() + "'.");
        };
    }

    private static long number(QueryCall call, String name) {
        return (Long) parameter(call, name);
    }

    private static String name(QueryCall call, String name) {
        return (String) parameter(call, name);
    }

    private static Object parameter(QueryCall call, String name) {
        Object given = call.params().get(name);
        return given == null ? DEFAULTS.get(name) : given;
    }

    private static List<List<Object>> averageDuration(Collection<PlainSubscriber> all, long alpha) {
        long seconds = 0;
        long rows = 0;
        for (PlainSubscriber each : all) {
            if (each.thisWeek(Kind.LOCAL).calls() > alpha) {
                seconds = Math.addExact(seconds, each.thisWeek(Kind.ALL).seconds());
                rows++;
            }
        }
        return List.of(Arrays.asList(quotient(seconds, rows)));
    }

    private static List<List<Object>> highestCost(Collection<PlainSubscriber> all, long beta) {
        Integer highest = null;
        for (PlainSubscriber each : all) {
            Summary week = each.thisWeek(Kind.ALL);
            if (week.calls() > beta
                    && week.dearestCents() != null
                    && (highest == null || week.dearestCents() > highest)) {
                highest = week.dearestCents();
            }
        }
        return List.of(Arrays.asList(highest == null ? null : currency(highest)));
    }

    private static List<List<Object>> costRatioByCalls(Collection<PlainSubscriber> all) {
        Map<Long, long[]> sumsOfCalls = new TreeMap<>();
        for (PlainSubscriber each : all) {
            Summary week = each.thisWeek(Kind.ALL);
            add(sumsOfCalls.computeIfAbsent(week.calls(), fresh -> new long[2]), week.cents(), week.seconds());
        }
        List<List<Object>> rows = new ArrayList<>();
        for (Map.Entry<Long, long[]> group : sumsOfCalls.entrySet()) {
            if (rows.size() < GROUPS_OF_Q3) {
                rows.add(Arrays.asList(group.getKey(), costPerSecond(group.getValue()[0], group.getValue()[1])));
            }
        }
        return rows;
    }

    private List<List<Object>> localCallsByCity(Collection<PlainSubscriber> all, long gamma, long delta) {
        Map<String, long[]> sumsOfCity = new TreeMap<>();
        for (PlainSubscriber each : all) {
            Summary local = each.thisWeek(Kind.LOCAL);
            RegionInfo place = placeOf(each.profile());
            if (place != null && local.calls() > gamma && local.seconds() > delta) {
                add(sumsOfCity.computeIfAbsent(place.city(), fresh -> new long[3]), 1, local.calls(), local.seconds());
            }
        }
        List<List<Object>> rows = new ArrayList<>();
        sumsOfCity.forEach((city, sums) -> rows.add(Arrays.asList(city, quotient(sums[1], sums[0]), sums[2])));
        return rows;
    }

    private List<List<Object>> costByRegion(Collection<PlainSubscriber> all, String subscriptionType, String category) {
        Map<String, long[]> centsOfRegion = new TreeMap<>();
        for (PlainSubscriber each : all) {
            Profile profile = each.profile();
            RegionInfo place = placeOf(profile);
            if (place != null
                    && subscriptionType.equals(subscriptionTypes.get(profile.subscriptionType()))
                    && category.equals(categories.get(profile.category()))) {
                add(
                        centsOfRegion.computeIfAbsent(place.region(), fresh -> new long[2]),
                        each.thisWeek(Kind.LOCAL).cents(),
                        each.thisWeek(Kind.LONG_DISTANCE).cents());
            }
        }
        List<List<Object>> rows = new ArrayList<>();
        centsOfRegion.forEach((region, cents) -> rows.add(List.of(region, currency(cents[0]), currency(cents[1]))));
        return rows;
    }

    private List<List<Object>> longestCalls(Collection<PlainSubscriber> all, String country) {
        long dayStartMs = calendar.startMs(PlainWindow.DAY);
        long weekStartMs = calendar.startMs(PlainWindow.WEEK);
        List<PlainSubscriber> compatriots = new ArrayList<>();
        for (PlainSubscriber each : all) {
            RegionInfo place = placeOf(each.profile());
            if (place != null && country.equals(place.country())) {
                compatriots.add(each);
            }
        }
        return List.of(
                longestCall(compatriots, Kind.LOCAL, "local", "day", dayStartMs),
                longestCall(compatriots, Kind.LOCAL, "local", "week", weekStartMs),
                longestCall(compatriots, Kind.LONG_DISTANCE, "long_distance", "day", dayStartMs),
                longestCall(compatriots, Kind.LONG_DISTANCE, "long_distance", "week", weekStartMs));
    }

    private static List<Object> longestCall(
            List<PlainSubscriber> all, Kind kind, String calls, String window, long fromMs) {
        Long holder = null;
        Long longest = null;
        for (PlainSubscriber each : all) {
            Integer theirs = each.since(fromMs, kind).longestSeconds();
            if (theirs != null
                    && (longest == null || theirs > longest || (theirs == (long) longest && each.id() < holder))) {
                holder = each.id();
                longest = (long) theirs;
            }
        }
        return Arrays.asList(calls, window, holder, longest);
    }

    private List<List<Object>> costRatioOfValue(Collection<PlainSubscriber> all, String cellValueType) {
        long cents = 0;
        long seconds = 0;
        for (PlainSubscriber each : all) {
            if (hasValue(each, cellValueType)) {
                cents = Math.addExact(cents, each.thisWeek(Kind.ALL).cents());
                seconds = Math.addExact(seconds, each.thisWeek(Kind.ALL).seconds());
            }
        }
        return List.of(Arrays.asList(costPerSecond(cents, seconds)));
    }

    private static List<List<Object>> durationRange(Collection<PlainSubscriber> all, long beta) {
        Long shortest = null;
        Long longest = null;
        for (PlainSubscriber each : all) {
            Summary week = each.thisWeek(Kind.ALL);
            if (week.calls() < beta) {
                shortest = shortest == null ? week.seconds() : Math.min(shortest, week.seconds());
                longest = longest == null ? week.seconds() : Math.max(longest, week.seconds());
            }
        }
        return List.of(Arrays.asList(shortest, longest));
    }

    private List<List<Object>> flatRate(Collection<PlainSubscriber> all, String cellValueType) {
        PlainSubscriber best = null;
        for (PlainSubscriber each : all) {
            if (hasValue(each, cellValueType)
                    && each.thisWeek(Kind.ALL).seconds() > 0
                    && (best == null || isCheaper(each, best))) {
                best = each;
            }
        }
        if (best == null) {
            return List.of(Arrays.asList(null, null));
        }
        Summary week = best.thisWeek(Kind.ALL);
        return List.of(Arrays.asList(best.id(), costPerSecond(week.cents(), week.seconds())));
    }

    private static boolean isCheaper(PlainSubscriber one, PlainSubscriber other) {
        Summary mine = one.thisWeek(Kind.ALL);
        Summary theirs = other.thisWeek(Kind.ALL);
        int order = BigInteger.valueOf(mine.cents())
                .multiply(BigInteger.valueOf(theirs.seconds()))
                .compareTo(BigInteger.valueOf(theirs.cents()).multiply(BigInteger.valueOf(mine.seconds())));
        return order < 0 || (order == 0 && one.id() < other.id());
    }

    private List<List<Object>> subscriber(PlainSubscriber subscriberOrNull) {
        if (subscriberOrNull == null) {
            return List.of();
        }
        List<Object> row = new ArrayList<>();
        row.add(subscriberOrNull.id());
        Profile profile = subscriberOrNull.profile();
        row.add(profile == null ? null : profile.zip());
        row.add(profile == null ? null : (Long) (long) profile.subscriptionType());
        row.add(profile == null ? null : (Long) (long) profile.category());
        row.add(profile == null ? null : (Long) (long) profile.cellValueType());
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
            case "min duration" -> calls.shortestSeconds() == null ? null : (Long) (long) calls.shortestSeconds();
            case "max duration" -> calls.longestSeconds() == null ? null : (Long) (long) calls.longestSeconds();
            case "squares duration" -> PlainSubscriber.squares(seconds).longValueExact();
            case "sum cost" -> currency(calls.cents());
            case "min cost" -> calls.cheapestCents() == null ? null : currency(calls.cheapestCents());
            case "max cost" -> calls.dearestCents() == null ? null : currency(calls.dearestCents());
            case "squares cost" -> new BigDecimal(PlainSubscriber.squares(cents), 4);
            case "avg duration" -> quotient(calls.seconds(), calls.calls());
            case "avg cost" -> calls.calls() == 0 ? null : costPerSecond(calls.cents(), calls.calls());
            case "var duration" -> doubleOf(variance(seconds));
            case "stdev duration" -> doubleOf(root(variance(seconds)));
            case "var cost" -> doubleOf(inSquaredUnits(variance(cents)));
            case "stdev cost" -> doubleOf(root(inSquaredUnits(variance(cents))));
            default -> throw new IllegalArgumentException("The plain model has no column '" + column + "'.");
        };
    }

    /** The mean of the squares of the differences from the mean; each difference times the number, to be exact. */
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
        return new BigDecimal(squares).divide(new BigDecimal(count.pow(3)), PRECISION);
    }

    private static BigDecimal inSquaredUnits(BigDecimal squaredCents) {
        return squaredCents == null ? null : squaredCents.movePointLeft(4);
    }

    private static BigDecimal root(BigDecimal square) {
        return square == null ? null : square.sqrt(PRECISION);
    }

    private static Double doubleOf(BigDecimal value) {
        return value == null ? null : value.doubleValue();
    }

    private RegionInfo placeOf(Profile profileOrNull) {
        return profileOrNull == null ? null : regionOfZip.get(profileOrNull.zip());
    }

    private boolean hasValue(PlainSubscriber subscriber, String cellValueType) {
        Profile profile = subscriber.profile();
        return profile != null && cellValueType.equals(cellValueTypes.get(profile.cellValueType()));
    }

    private static void add(long[] sums, long... values) {
        for (int i = 0; i < sums.length; i++) {
            sums[i] = Math.addExact(sums[i], values[i]);
        }
    }

    private static BigDecimal currency(long cents) {
        return new BigDecimal(BigInteger.valueOf(cents), 2);
    }

    private static Double costPerSecond(long cents, long seconds) {
        return seconds == 0
                ? null
                : currency(cents).divide(BigDecimal.valueOf(seconds), PRECISION).doubleValue();
    }

    private static Double quotient(long sum, long count) {
        return count == 0
                ? null
                : BigDecimal.valueOf(sum)
                        .divide(BigDecimal.valueOf(count), PRECISION)
                        .doubleValue();
    }
}
