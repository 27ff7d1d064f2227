package dev.aimonflink.core.query;

import dev.aimonflink.core.matrix.Dictionary;
import dev.aimonflink.core.matrix.ScanContext;
import dev.aimonflink.core.model.Attribute;
import dev.aimonflink.core.model.Dimensions.CellValueType;
import dev.aimonflink.core.model.Dimensions.RegionInfo;
import dev.aimonflink.core.model.Dimensions.SubscriberCategory;
import dev.aimonflink.core.model.Dimensions.SubscriptionType;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Joins with the dimension tables, as look-up tables by dictionary code: made once a scan, so that a row costs one
 * read. {@link Dictionary#NONE} and keys that a table lacks join nothing.
 */
final class Join {
    static final int NO_GROUP = -1;

    /**
     * @param groups the distinct groups, sorted
     * @param groupOfCode by zip code: an index into the groups, or {@link #NO_GROUP}
     */
    record ByRegion(String[] groups, int[] groupOfCode) {}

    private Join() {}

    static boolean[] membersOfSubscriptionType(ScanContext context, String type) {
        return members(
                context.dictionary(Attribute.SUBSCRIPTION_TYPE),
                context.dimensions().subscriptionTypes(),
                row -> row.type().equals(type),
                SubscriptionType::id);
    }

    static boolean[] membersOfCategory(ScanContext context, String category) {
        return members(
                context.dictionary(Attribute.CATEGORY),
                context.dimensions().categories(),
                row -> row.category().equals(category),
                SubscriberCategory::id);
    }

    static boolean[] membersOfCellValueType(ScanContext context, String value) {
        return members(
                context.dictionary(Attribute.CELL_VALUE_TYPE),
                context.dimensions().cellValueTypes(),
                row -> row.value().equals(value),
                CellValueType::id);
    }

    static boolean[] membersOfCountry(ScanContext context, String country) {
        return members(
                context.dictionary(Attribute.ZIP),
                context.dimensions().regions(),
                row -> row.country().equals(country),
                RegionInfo::zip);
    }

    /** For each code, whether the table has a row with its key that matches. */
    private static <T> boolean[] members(
            Dictionary dictionary, List<T> table, Predicate<T> matches, Function<T, Object> key) {
        Set<Object> keys = table.stream().filter(matches).map(key).collect(Collectors.toSet());
        boolean[] members = new boolean[dictionary.size()];
        for (int code = Dictionary.NONE + 1; code < members.length; code++) {
            members[code] = keys.contains(dictionary.value(code));
        }
        return members;
    }

    static ByRegion byRegion(ScanContext context, Function<RegionInfo, String> group) {
        List<RegionInfo> table = context.dimensions().regions();
        String[] groups = table.stream().map(group).distinct().sorted().toArray(String[]::new);
        Map<Object, Integer> groupOfZip = new HashMap<>();
        table.forEach(row -> groupOfZip.put(row.zip(), Arrays.binarySearch(groups, group.apply(row))));
        Dictionary dictionary = context.dictionary(Attribute.ZIP);
        int[] groupOfCode = new int[dictionary.size()];
        for (int code = 0; code < groupOfCode.length; code++) {
            groupOfCode[code] = groupOfZip.getOrDefault(dictionary.value(code), NO_GROUP);
        }
        return new ByRegion(groups, groupOfCode);
    }
}
