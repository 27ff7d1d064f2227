package dev.aimonflink.core.matrix;

import dev.aimonflink.core.model.Dimensions;
import dev.aimonflink.core.model.Dimensions.CellValueType;
import dev.aimonflink.core.model.Dimensions.RegionInfo;
import dev.aimonflink.core.model.Dimensions.SubscriberCategory;
import dev.aimonflink.core.model.Dimensions.SubscriptionType;
import dev.aimonflink.core.model.Profile;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Joins profiles with the dimension tables: maps a profile's keys to small dense codes of the names in the tables.
 * Codes are in the order of the names. The code 0 is {@link #NONE}.
 *
 * <p>Codes are valid for these tables only. Records keep the keys, so the next start may have other tables.
 */
public final class DimensionCodes {
    /** The code of a row without a profile, or whose key is not in the table. */
    public static final int NONE = 0;

    /** The code of a name that no row of the table has; no cell equals it. */
    public static final int NO_SUCH_NAME = -1;

    private static final int[] ALL_NONE = new int[Dimension.COUNT];

    private final Map<Dimension, String[]> names = new EnumMap<>(Dimension.class);
    private final Map<String, int[]> regionsOfZip = new HashMap<>();
    private final Map<Integer, Integer> typeOfId;
    private final Map<Integer, Integer> categoryOfId;
    private final Map<Integer, Integer> valueOfId;

    public DimensionCodes(Dimensions tables) {
        List<RegionInfo> regions = tables.regions();
        addNames(Dimension.CITY, regions, RegionInfo::city);
        addNames(Dimension.REGION, regions, RegionInfo::region);
        addNames(Dimension.COUNTRY, regions, RegionInfo::country);
        addNames(Dimension.SUBSCRIPTION_TYPE, tables.subscriptionTypes(), SubscriptionType::type);
        addNames(Dimension.CATEGORY, tables.categories(), SubscriberCategory::category);
        addNames(Dimension.CELL_VALUE_TYPE, tables.cellValueTypes(), CellValueType::value);
        for (RegionInfo row : regions) {
            regionsOfZip.put(row.zip(), new int[] {
                code(Dimension.CITY, row.city()),
                code(Dimension.REGION, row.region()),
                code(Dimension.COUNTRY, row.country())
            });
        }
        typeOfId = codesOfIds(
                Dimension.SUBSCRIPTION_TYPE, tables.subscriptionTypes(), SubscriptionType::id, SubscriptionType::type);
        categoryOfId = codesOfIds(
                Dimension.CATEGORY, tables.categories(), SubscriberCategory::id, SubscriberCategory::category);
        valueOfId =
                codesOfIds(Dimension.CELL_VALUE_TYPE, tables.cellValueTypes(), CellValueType::id, CellValueType::value);
    }

    private <T> void addNames(Dimension dimension, List<T> table, Function<T, String> name) {
        names.put(dimension, table.stream().map(name).distinct().sorted().toArray(String[]::new));
    }

    private <T> Map<Integer, Integer> codesOfIds(
            Dimension dimension, List<T> table, Function<T, Integer> id, Function<T, String> name) {
        Map<Integer, Integer> codes = new HashMap<>();
        table.forEach(row -> codes.put(id.apply(row), code(dimension, name.apply(row))));
        return codes;
    }

    /** The code of a name, or {@link #NO_SUCH_NAME}. */
    public int code(Dimension dimension, String name) {
        int index = Arrays.binarySearch(names.get(dimension), name);
        return index < 0 ? NO_SUCH_NAME : index + 1;
    }

    /** The names in the order of their codes, from code 1. */
    public String[] names(Dimension dimension) {
        return names.get(dimension).clone();
    }

    /** Fills in a profile's codes, by {@link Dimension}; null is no profile. */
    void encode(Profile profile, int[] codes) {
        System.arraycopy(ALL_NONE, 0, codes, 0, Dimension.COUNT);
        if (profile == null) {
            return;
        }
        int[] regions = regionsOfZip.get(profile.zip());
        if (regions != null) {
            System.arraycopy(regions, 0, codes, Dimension.CITY.ordinal(), regions.length);
        }
        codes[Dimension.SUBSCRIPTION_TYPE.ordinal()] = typeOfId.getOrDefault(profile.subscriptionType(), NONE);
        codes[Dimension.CATEGORY.ordinal()] = categoryOfId.getOrDefault(profile.category(), NONE);
        codes[Dimension.CELL_VALUE_TYPE.ordinal()] = valueOfId.getOrDefault(profile.cellValueType(), NONE);
    }
}
