package dev.aimonflink.clients.query;

import dev.aimonflink.clients.load.EntityKeys;
import dev.aimonflink.core.calls.Dimensions;
import dev.aimonflink.core.calls.Dimensions.CellValueType;
import dev.aimonflink.core.calls.Dimensions.RegionInfo;
import dev.aimonflink.core.calls.Dimensions.SubscriberCategory;
import dev.aimonflink.core.calls.Dimensions.SubscriptionType;
import dev.aimonflink.core.model.InvalidInputException;
import dev.aimonflink.core.model.Model;
import dev.aimonflink.core.query.AskedQuery;
import dev.aimonflink.core.query.Catalogue;
import dev.aimonflink.core.query.Parameter;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.LongFunction;

/**
 * Draws the parameters of queries: numbers from the benchmark's ranges, names from the dimension tables. The same seed
 * gives the same calls, in the same order. For one thread.
 */
public final class CallGenerator {
    private final SplittableRandom random;
    private final ParameterRanges ranges;
    private final Map<String, List<String>> names;
    private final long subscribers;
    private final String keyParameter;
    private final LongFunction<Object> keys;

    /** @param subscribers point queries ask for one of 0 to this less one */
    public CallGenerator(long seed, ParameterRanges ranges, Dimensions dimensions, long subscribers) {
        this(seed, ranges, dimensions, subscribers, EntityQuestion.OF_CALLS.parameter(), number -> number);
    }

    /** Draws calls of a model's queries: point queries ask for its entities 0 to a number less one. */
    public static CallGenerator of(
            Model model, long seed, ParameterRanges ranges, Dimensions dimensions, long entities) {
        EntityKeys keys = new EntityKeys(model);
        return new CallGenerator(
                seed,
                ranges,
                dimensions,
                entities,
                EntityQuestion.of(model).parameter(),
                number -> EntityQuestion.value(keys.id(number)));
    }

    private CallGenerator(
            long seed,
            ParameterRanges ranges,
            Dimensions dimensions,
            long subscribers,
            String keyParameter,
            LongFunction<Object> keys) {
        if (subscribers < 1) {
            throw new InvalidInputException(
                    "entities=" + subscribers + " leaves no entity to ask for. Give 1 or more.");
        }
        this.random = new SplittableRandom(seed);
        this.ranges = ranges;
        this.names = Map.of(
                "subscriptionType", distinct(dimensions.subscriptionTypes(), SubscriptionType::type),
                "category", distinct(dimensions.categories(), SubscriberCategory::category),
                "country", distinct(dimensions.regions(), RegionInfo::country),
                "cellValueType", distinct(dimensions.cellValueTypes(), CellValueType::value));
        this.subscribers = subscribers;
        this.keyParameter = keyParameter;
        this.keys = keys;
    }

    private static <T> List<String> distinct(List<T> rows, Function<T, String> name) {
        return rows.stream().map(name).distinct().toList();
    }

    /** @param fixed parameters that are not drawn */
    public AskedQuery next(Catalogue.Entry query, Map<String, Object> fixed) {
        Map<String, Object> params = new TreeMap<>(fixed);
        for (Parameter parameter : query.parameters()) {
            if (!fixed.containsKey(parameter.name())) {
                Object value = drawn(parameter.name());
                if (value != null) {
                    params.put(parameter.name(), value);
                }
            }
        }
        return new AskedQuery(query.id(), params);
    }

    /** Null for a parameter that is left to its default. */
    private Object drawn(String parameter) {
        ParameterRanges.Range range = ranges.range(parameter);
        if (range != null) {
            return random.nextLong(range.lowest(), range.highest() + 1);
        }
        if (parameter.equals(keyParameter)) {
            return keys.apply(random.nextLong(subscribers));
        }
        List<String> choices = names.getOrDefault(parameter, List.of());
        return choices.isEmpty() ? null : choices.get(random.nextInt(choices.size()));
    }
}
