package dev.aimonflink.bench.world;

import dev.aimonflink.core.matrix.SubscriberRecord;
import dev.aimonflink.core.model.Dimensions;
import dev.aimonflink.core.model.Dimensions.RegionInfo;
import dev.aimonflink.core.model.Profile;
import dev.aimonflink.core.query.QueryCall;
import dev.aimonflink.core.schema.Aggregate;
import dev.aimonflink.core.schema.MatrixSchema;
import dev.aimonflink.core.wire.DimensionTables;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The queries of the benchmark and those of the AIM thesis, each as one plain loop over the records of subscribers. */
public final class Recomputation {
    private static final int GROUPS_OF_Q3 = 100;

    private final Subscribers population;
    private final Map<String, Aggregate> aggregates = new HashMap<>();
    private final Map<String, RegionInfo> regionOfZip = new HashMap<>();
    private final Map<Integer, String> typeOfId = new HashMap<>();
    private final Map<Integer, String> categoryOfId = new HashMap<>();
    private final Map<Integer, String> valueOfId = new HashMap<>();

    public Recomputation(Subscribers population) {
        this.population = population;
        population.schema().aggregates().forEach(aggregate -> aggregates.put(aggregate.name(), aggregate));
        Dimensions tables = DimensionTables.defaults();
        tables.regions().forEach(row -> regionOfZip.put(row.zip(), row));
        tables.subscriptionTypes().forEach(row -> typeOfId.put(row.id(), row.type()));
        tables.categories().forEach(row -> categoryOfId.put(row.id(), row.category()));
        tables.cellValueTypes().forEach(row -> valueOfId.put(row.id(), row.value()));
    }

    /** With default parameters. */
    public List<List<Object>> answer(String query) {
        return answer(QueryCall.withDefaults(query));
    }

    public List<List<Object>> answer(QueryCall call) {
        return switch (call.query()) {
            case "q1" -> averageDuration(number(call, "alpha", 1));
            case "q2" -> highestCost(number(call, "beta", 3));
            case "q3" -> costRatioByCalls();
            case "q4" -> localCallsByCity(number(call, "gamma", 5), number(call, "delta", 60));
            case "q5" -> costByRegion(name(call, "subscriptionType", "contract"), name(call, "category", "business"));
            case "q6" -> longestCalls(name(call, "country", "Switzerland"));
            case "q7" -> costRatioOf(name(call, "cellValueType", "gold"));
            case "w2" -> highestCost(-1);
            case "w3" -> durationRange(number(call, "beta", 3));
            case "flat_rate" -> lowestRate(name(call, "cellValueType", "gold"));
            default -> throw new IllegalArgumentException("There is no query '" + call.query() + "' to recompute.");
        };
    }

    private static long number(QueryCall call, String parameter, long otherwise) {
        return (long) call.params().getOrDefault(parameter, otherwise);
    }

    private static String name(QueryCall call, String parameter, String otherwise) {
        return (String) call.params().getOrDefault(parameter, otherwise);
    }

    /** Reads the cells of one aggregate. */
    private final class Column {
        private final boolean isCost;
        private final int slot;

        Column(String name) {
            MatrixSchema schema = population.schema();
            Aggregate aggregate = aggregates.get(name);
            isCost = aggregate.function().isCost();
            slot = schema.layout().slot(aggregate);
        }

        long of(SubscriberRecord subscriber) {
            return isCost ? subscriber.longs()[slot] : subscriber.ints()[slot];
        }
    }

    private List<List<Object>> averageDuration(long alpha) {
        Column localCalls = new Column("number_of_local_calls_this_week");
        Column duration = new Column("total_duration_this_week");
        long seconds = 0;
        long rows = 0;
        for (int id = 0; id < population.size(); id++) {
            SubscriberRecord each = population.subscriber(id);
            if (localCalls.of(each) > alpha) {
                seconds += duration.of(each);
                rows++;
            }
        }
        return new Ratio(seconds, rows).average();
    }

    private List<List<Object>> highestCost(long beta) {
        Column calls = new Column("number_of_calls_this_week");
        Column cost = new Column("most_expensive_cost_this_week");
        Long highest = null;
        for (int id = 0; id < population.size(); id++) {
            SubscriberRecord each = population.subscriber(id);
            if (calls.of(each) > beta && calls.of(each) > 0 && (highest == null || cost.of(each) > highest)) {
                highest = cost.of(each);
            }
        }
        return List.of(Arrays.asList(highest == null ? null : currency(highest)));
    }

    private List<List<Object>> costRatioByCalls() {
        Column calls = new Column("number_of_calls_this_week");
        Column cost = new Column("total_cost_this_week");
        Column duration = new Column("total_duration_this_week");
        TreeMap<Long, long[]> sums = new TreeMap<>();
        for (int id = 0; id < population.size(); id++) {
            SubscriberRecord each = population.subscriber(id);
            add(sums, calls.of(each), cost.of(each), duration.of(each));
        }
        List<List<Object>> rows = new ArrayList<>();
        sums.forEach((group, sum) -> rows.add(Arrays.asList(group, costPerSecond(sum[1], sum[2]))));
        return rows.subList(0, Math.min(GROUPS_OF_Q3, rows.size()));
    }

    private List<List<Object>> localCallsByCity(long gamma, long delta) {
        Column calls = new Column("number_of_local_calls_this_week");
        Column duration = new Column("total_duration_of_local_calls_this_week");
        TreeMap<String, long[]> sums = new TreeMap<>();
        for (int id = 0; id < population.size(); id++) {
            SubscriberRecord each = population.subscriber(id);
            RegionInfo place = placeOf(each.profile());
            if (place != null && calls.of(each) > gamma && duration.of(each) > delta) {
                add(sums, place.city(), calls.of(each), duration.of(each));
            }
        }
        List<List<Object>> rows = new ArrayList<>();
        sums.forEach((city, sum) -> rows.add(List.of(city, (double) sum[1] / sum[0], sum[2])));
        return rows;
    }

    private List<List<Object>> costByRegion(String type, String category) {
        Column local = new Column("total_cost_of_local_calls_this_week");
        Column longDistance = new Column("total_cost_of_long_distance_calls_this_week");
        TreeMap<String, long[]> sums = new TreeMap<>();
        for (int id = 0; id < population.size(); id++) {
            SubscriberRecord each = population.subscriber(id);
            RegionInfo place = placeOf(each.profile());
            if (place != null
                    && type.equals(typeOfId.get(each.profile().subscriptionType()))
                    && category.equals(categoryOfId.get(each.profile().category()))) {
                add(sums, place.region(), local.of(each), longDistance.of(each));
            }
        }
        List<List<Object>> rows = new ArrayList<>();
        sums.forEach((region, sum) -> rows.add(List.of(region, currency(sum[1]), currency(sum[2]))));
        return rows;
    }

    private List<List<Object>> longestCalls(String country) {
        List<List<Object>> rows = new ArrayList<>();
        for (String calls : List.of("local", "long_distance")) {
            for (String window : List.of("day", "week")) {
                rows.add(longestCall(country, calls, window));
            }
        }
        return rows;
    }

    private List<Object> longestCall(String country, String calls, String window) {
        Column longest = new Column("longest_duration_of_" + calls + "_calls_this_" + window);
        Column number = new Column("number_of_" + calls + "_calls_this_" + window);
        Long holder = null;
        Long seconds = null;
        for (int id = 0; id < population.size(); id++) {
            SubscriberRecord each = population.subscriber(id);
            RegionInfo place = placeOf(each.profile());
            if (place != null
                    && place.country().equals(country)
                    && number.of(each) > 0
                    && (seconds == null || longest.of(each) > seconds)) {
                holder = each.subscriberId();
                seconds = longest.of(each);
            }
        }
        return Arrays.asList(calls, window, holder, seconds);
    }

    private List<List<Object>> costRatioOf(String cellValueType) {
        Column cost = new Column("total_cost_this_week");
        Column duration = new Column("total_duration_this_week");
        long cents = 0;
        long seconds = 0;
        for (int id = 0; id < population.size(); id++) {
            SubscriberRecord each = population.subscriber(id);
            if (hasValue(each, cellValueType)) {
                cents += cost.of(each);
                seconds += duration.of(each);
            }
        }
        return new Ratio(cents, seconds).costPerSecond();
    }

    private List<List<Object>> durationRange(long beta) {
        Column calls = new Column("number_of_calls_this_week");
        Column duration = new Column("total_duration_this_week");
        Long shortest = null;
        Long longest = null;
        for (int id = 0; id < population.size(); id++) {
            SubscriberRecord each = population.subscriber(id);
            if (calls.of(each) < beta) {
                long seconds = duration.of(each);
                shortest = shortest == null ? seconds : Math.min(shortest, seconds);
                longest = longest == null ? seconds : Math.max(longest, seconds);
            }
        }
        return List.of(Arrays.asList(shortest, longest));
    }

    private List<List<Object>> lowestRate(String cellValueType) {
        Column cost = new Column("total_cost_this_week");
        Column duration = new Column("total_duration_this_week");
        Long holder = null;
        long cents = 0;
        long seconds = 0;
        for (int id = 0; id < population.size(); id++) {
            SubscriberRecord each = population.subscriber(id);
            // Products of cents and seconds of a week are far from the end of a long.
            if (hasValue(each, cellValueType)
                    && duration.of(each) > 0
                    && (holder == null || cost.of(each) * seconds < cents * duration.of(each))) {
                holder = each.subscriberId();
                cents = cost.of(each);
                seconds = duration.of(each);
            }
        }
        return List.of(Arrays.asList(holder, costPerSecond(cents, seconds)));
    }

    private boolean hasValue(SubscriberRecord subscriber, String cellValueType) {
        return subscriber.profile() != null
                && cellValueType.equals(valueOfId.get(subscriber.profile().cellValueType()));
    }

    private RegionInfo placeOf(Profile profile) {
        return profile == null ? null : regionOfZip.get(profile.zip());
    }

    /** Adds a row to a group's number of rows and two sums. */
    private static <K> void add(Map<K, long[]> groups, K group, long first, long second) {
        long[] sums = groups.computeIfAbsent(group, fresh -> new long[3]);
        sums[0]++;
        sums[1] += first;
        sums[2] += second;
    }

    private static BigDecimal currency(long cents) {
        return BigDecimal.valueOf(cents, 2);
    }

    private static Double costPerSecond(long cents, long seconds) {
        return seconds == 0 ? null : cents / (100.0 * seconds);
    }
}
