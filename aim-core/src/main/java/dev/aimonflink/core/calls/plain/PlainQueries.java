package dev.aimonflink.core.calls.plain;

import dev.aimonflink.core.calls.Profile;
import dev.aimonflink.core.calls.plain.PlainRow.Kind;
import dev.aimonflink.core.calls.plain.PlainRow.Summary;
import dev.aimonflink.core.names.EntityTable;
import dev.aimonflink.core.names.EntityTables;
import dev.aimonflink.core.plain.Oracle;
import dev.aimonflink.core.query.AskedQuery;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The queries over all subscribers, each as one loop over their rows. No row is kept, so a caller can generate tens of
 * millions of them while they are read.
 */
public final class PlainQueries {
    private static final int GROUPS_OF_Q3 = 100;

    /** By the numbers of characters, of which Java's order takes the halves of some. */
    private static final Comparator<String> BY_CHARACTER = (one, other) ->
            Arrays.compare(one.codePoints().toArray(), other.codePoints().toArray());

    /** Enough that the quotient of two longs, cut to so many digits, still rounds to the right double. */
    static final MathContext PRECISION = new MathContext(50);

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

    private final Map<String, Place> placeOfZip = new HashMap<>();
    private final Map<Integer, String> subscriptionTypes = new HashMap<>();
    private final Map<Integer, String> categories = new HashMap<>();
    private final Map<Integer, String> cellValueTypes = new HashMap<>();

    private record Place(String city, String country, String region) {}

    public PlainQueries(EntityTables tables) {
        EntityTable regions = tables.table("RegionInfo");
        for (int row = 0; row < regions.rows(); row++) {
            List<String> cells = regions.row(row);
            placeOfZip.put(cells.get(0), new Place(cells.get(1), cells.get(3), cells.get(4)));
        }
        addNames(subscriptionTypes, tables.table("SubscriptionType"));
        addNames(categories, tables.table("SubscriberCategory"));
        addNames(cellValueTypes, tables.table("CellValueType"));
    }

    private static void addNames(Map<Integer, String> nameOfId, EntityTable table) {
        for (int row = 0; row < table.rows(); row++) {
            nameOfId.put(Integer.valueOf(table.cell(row, 0)), table.cell(row, 1));
        }
    }

    /** The id of a subscriber and its attributes, which begin the answer to the point query. */
    public static List<Object> attributes(PlainRow subscriber) {
        List<Object> row = new ArrayList<>();
        row.add(subscriber.id());
        Profile profile = subscriber.profile();
        row.add(profile == null ? null : profile.zip());
        row.add(profile == null ? null : (Long) (long) profile.subscriptionType());
        row.add(profile == null ? null : (Long) (long) profile.category());
        row.add(profile == null ? null : (Long) (long) profile.cellValueType());
        return row;
    }

    /** The answer to a query over all subscribers, in the types of {@link Oracle#answer}. */
    public List<List<Object>> answer(AskedQuery call, Iterable<? extends PlainRow> all) {
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
            default -> throw new IllegalArgumentException("There is no query '" + call.query() + "' to recompute.");
        };
    }

    private static long number(AskedQuery call, String name) {
        return (Long) parameter(call, name);
    }

    private static String name(AskedQuery call, String name) {
        return (String) parameter(call, name);
    }

    private static Object parameter(AskedQuery call, String name) {
        Object given = call.params().get(name);
        return given == null ? DEFAULTS.get(name) : given;
    }

    private static List<List<Object>> averageDuration(Iterable<? extends PlainRow> all, long alpha) {
        long seconds = 0;
        long rows = 0;
        for (PlainRow each : all) {
            if (each.thisWeek(Kind.LOCAL).calls() > alpha) {
                seconds = Math.addExact(seconds, each.thisWeek(Kind.ALL).seconds());
                rows++;
            }
        }
        return List.of(Arrays.asList(quotient(seconds, rows)));
    }

    private static List<List<Object>> highestCost(Iterable<? extends PlainRow> all, long beta) {
        Long highest = null;
        for (PlainRow each : all) {
            Summary week = each.thisWeek(Kind.ALL);
            if (week.calls() > beta && week.calls() > 0 && (highest == null || week.dearestCents() > highest)) {
                highest = week.dearestCents();
            }
        }
        return List.of(Arrays.asList(highest == null ? null : currency(highest)));
    }

    private static List<List<Object>> costRatioByCalls(Iterable<? extends PlainRow> all) {
        Map<Long, long[]> sumsOfCalls = new TreeMap<>();
        for (PlainRow each : all) {
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

    private List<List<Object>> localCallsByCity(Iterable<? extends PlainRow> all, long gamma, long delta) {
        Map<String, long[]> sumsOfCity = new TreeMap<>(BY_CHARACTER);
        for (PlainRow each : all) {
            Summary local = each.thisWeek(Kind.LOCAL);
            Place place = placeOf(each.profile());
            if (place != null && local.calls() > gamma && local.seconds() > delta) {
                add(sumsOfCity.computeIfAbsent(place.city(), fresh -> new long[3]), 1, local.calls(), local.seconds());
            }
        }
        List<List<Object>> rows = new ArrayList<>();
        sumsOfCity.forEach((city, sums) -> rows.add(Arrays.asList(city, quotient(sums[1], sums[0]), sums[2])));
        return rows;
    }

    private List<List<Object>> costByRegion(
            Iterable<? extends PlainRow> all, String subscriptionType, String category) {
        Map<String, long[]> centsOfRegion = new TreeMap<>(BY_CHARACTER);
        for (PlainRow each : all) {
            Profile profile = each.profile();
            Place place = placeOf(profile);
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

    private List<List<Object>> longestCalls(Iterable<? extends PlainRow> all, String country) {
        Longest localToday = new Longest();
        Longest localThisWeek = new Longest();
        Longest farToday = new Longest();
        Longest farThisWeek = new Longest();
        for (PlainRow each : all) {
            Place place = placeOf(each.profile());
            if (place != null && country.equals(place.country())) {
                localToday.add(each.id(), each.today(Kind.LOCAL));
                localThisWeek.add(each.id(), each.thisWeek(Kind.LOCAL));
                farToday.add(each.id(), each.today(Kind.LONG_DISTANCE));
                farThisWeek.add(each.id(), each.thisWeek(Kind.LONG_DISTANCE));
            }
        }
        return List.of(
                Arrays.asList("local", "day", localToday.holder, localToday.seconds),
                Arrays.asList("local", "week", localThisWeek.holder, localThisWeek.seconds),
                Arrays.asList("long_distance", "day", farToday.holder, farToday.seconds),
                Arrays.asList("long_distance", "week", farThisWeek.holder, farThisWeek.seconds));
    }

    /** The longest call so far; of equal ones that of the lowest id. */
    private static final class Longest {
        private Long holder;
        private Long seconds;

        void add(long id, Summary calls) {
            if (calls.calls() > 0
                    && (seconds == null
                            || calls.longestSeconds() > seconds
                            || (calls.longestSeconds() == seconds && id < holder))) {
                holder = id;
                seconds = calls.longestSeconds();
            }
        }
    }

    private List<List<Object>> costRatioOfValue(Iterable<? extends PlainRow> all, String cellValueType) {
        long cents = 0;
        long seconds = 0;
        for (PlainRow each : all) {
            if (hasValue(each, cellValueType)) {
                cents = Math.addExact(cents, each.thisWeek(Kind.ALL).cents());
                seconds = Math.addExact(seconds, each.thisWeek(Kind.ALL).seconds());
            }
        }
        return List.of(Arrays.asList(costPerSecond(cents, seconds)));
    }

    private static List<List<Object>> durationRange(Iterable<? extends PlainRow> all, long beta) {
        Long shortest = null;
        Long longest = null;
        for (PlainRow each : all) {
            Summary week = each.thisWeek(Kind.ALL);
            if (week.calls() < beta) {
                shortest = shortest == null ? week.seconds() : Math.min(shortest, week.seconds());
                longest = longest == null ? week.seconds() : Math.max(longest, week.seconds());
            }
        }
        return List.of(Arrays.asList(shortest, longest));
    }

    private List<List<Object>> flatRate(Iterable<? extends PlainRow> all, String cellValueType) {
        PlainRow best = null;
        for (PlainRow each : all) {
            if (hasValue(each, cellValueType)
                    && each.thisWeek(Kind.ALL).seconds() > 0
                    && (best == null || isCheaper(each, best))) {
                best = each;
            }
        }
        if (best == null) {
            return List.of();
        }
        Summary week = best.thisWeek(Kind.ALL);
        return List.of(Arrays.asList(best.id(), costPerSecond(week.cents(), week.seconds())));
    }

    private static boolean isCheaper(PlainRow one, PlainRow other) {
        Summary mine = one.thisWeek(Kind.ALL);
        Summary theirs = other.thisWeek(Kind.ALL);
        int order = BigInteger.valueOf(mine.cents())
                .multiply(BigInteger.valueOf(theirs.seconds()))
                .compareTo(BigInteger.valueOf(theirs.cents()).multiply(BigInteger.valueOf(mine.seconds())));
        return order < 0 || (order == 0 && one.id() < other.id());
    }

    private Place placeOf(Profile profileOrNull) {
        return profileOrNull == null ? null : placeOfZip.get(profileOrNull.zip());
    }

    private boolean hasValue(PlainRow subscriber, String cellValueType) {
        Profile profile = subscriber.profile();
        return profile != null && cellValueType.equals(cellValueTypes.get(profile.cellValueType()));
    }

    private static void add(long[] sums, long... values) {
        for (int i = 0; i < sums.length; i++) {
            sums[i] = Math.addExact(sums[i], values[i]);
        }
    }

    static BigDecimal currency(long cents) {
        return new BigDecimal(BigInteger.valueOf(cents), 2);
    }

    static Double costPerSecond(long cents, long seconds) {
        return seconds == 0
                ? null
                : currency(cents).divide(BigDecimal.valueOf(seconds), PRECISION).doubleValue();
    }

    static Double quotient(long sum, long count) {
        return count == 0
                ? null
                : BigDecimal.valueOf(sum)
                        .divide(BigDecimal.valueOf(count), PRECISION)
                        .doubleValue();
    }
}
