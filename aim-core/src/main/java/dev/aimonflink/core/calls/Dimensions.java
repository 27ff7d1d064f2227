package dev.aimonflink.core.calls;

import dev.aimonflink.core.model.InvalidInputException;
import java.io.Serializable;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * The four dimension tables. Immutable. They are part of the job, so all partitions join with the same rows.
 *
 * @param regions where a zip lies
 * @param subscriptionTypes tariffs; several share a type
 */
public record Dimensions(
        List<RegionInfo> regions,
        List<SubscriptionType> subscriptionTypes,
        List<SubscriberCategory> categories,
        List<CellValueType> cellValueTypes)
        implements Serializable {

    public record RegionInfo(String zip, String city, String state, String country, String region)
            implements Serializable {}

    /**
     * @param freeMinutes per month; null for unlimited
     * @param dataGigabytes per month; null for unlimited
     */
    public record SubscriptionType(int id, String type, int cost, Integer freeMinutes, Integer dataGigabytes)
            implements Serializable {}

    public record SubscriberCategory(int id, String category) implements Serializable {}

    public record CellValueType(int id, String value, int threshold) implements Serializable {}

    public Dimensions {
        regions = List.copyOf(regions);
        subscriptionTypes = List.copyOf(subscriptionTypes);
        categories = List.copyOf(categories);
        cellValueTypes = List.copyOf(cellValueTypes);
        requireUnique("RegionInfo", "zip", regions, RegionInfo::zip);
        requireUnique("SubscriptionType", "id", subscriptionTypes, SubscriptionType::id);
        requireUnique("SubscriberCategory", "id", categories, SubscriberCategory::id);
        requireUnique("CellValueType", "id", cellValueTypes, CellValueType::id);
    }

    private static <T> void requireUnique(String table, String column, List<T> rows, Function<T, Object> key) {
        Map<Object, T> seen = new LinkedHashMap<>();
        for (T row : rows) {
            if (seen.put(key.apply(row), row) != null) {
                throw new InvalidInputException("Dimension table " + table + " has two rows with " + column + "="
                        + key.apply(row) + ". Remove one of them.");
            }
        }
    }
}
