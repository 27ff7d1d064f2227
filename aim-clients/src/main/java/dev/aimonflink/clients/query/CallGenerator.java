package dev.aimonflink.clients.query;

import dev.aimonflink.clients.load.EntityKeys;
import dev.aimonflink.matrix.calls.CallModel;
import dev.aimonflink.matrix.calls.PresetModels;
import dev.aimonflink.matrix.model.InvalidInputException;
import dev.aimonflink.matrix.model.Model;
import dev.aimonflink.matrix.names.EntityTables;
import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.query.serve.request.Catalogue;
import dev.aimonflink.query.serve.request.Parameter;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * Draws the parameters of queries: numbers from the benchmark's ranges, names from the model's tables. The same seed gives the same calls,
 * in the same order. For one thread.
 */
public final class CallGenerator {
    private final SplittableRandom random;
    private final ParameterRanges ranges;
    private final Supplier<EntityTables> tables;
    private final Map<String, List<String>> names = new HashMap<>();
    private final long entities;
    private final String keyParameter;
    private final EntityKeys keys;

    /**
     * For the benchmark's models.
     *
     * @param subscribers point queries ask for 0 to this minus one
     */
    public CallGenerator(long seed, ParameterRanges ranges, long subscribers) {
        this(CallModel.smallest(), seed, ranges, PresetModels::tables, subscribers);
    }

    /**
     * @param tables of the model, read when a name is drawn from one
     * @param entities point queries ask for 0 to this minus one
     */
    public CallGenerator(Model model, long seed, ParameterRanges ranges, Supplier<EntityTables> tables, long entities) {
        if (entities < 1) {
            throw new InvalidInputException("entities=" + entities + " leaves no entity to ask for. Give 1 or more.");
        }
        this.random = new SplittableRandom(seed);
        this.ranges = ranges;
        this.tables = tables;
        this.entities = entities;
        this.keyParameter = EntityQuestion.of(model).parameter();
        this.keys = new EntityKeys(model);
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
            return keys.id(random.nextLong(entities)).value();
        }
        List<String> choices = names.computeIfAbsent(parameter, name -> NamesOfTables.of(name, tables));
        return choices.isEmpty() ? null : choices.get(random.nextInt(choices.size()));
    }
}
