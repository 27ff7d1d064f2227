package dev.aimonflink.core.query;

import dev.aimonflink.core.calls.CallModel;
import dev.aimonflink.core.calls.query.AverageDuration;
import dev.aimonflink.core.calls.query.CostByRegion;
import dev.aimonflink.core.calls.query.CostRatioByCalls;
import dev.aimonflink.core.calls.query.CostRatioOfValue;
import dev.aimonflink.core.calls.query.DurationRange;
import dev.aimonflink.core.calls.query.FlatRate;
import dev.aimonflink.core.calls.query.HighestCost;
import dev.aimonflink.core.calls.query.LocalCallsByCity;
import dev.aimonflink.core.calls.query.LongestCalls;
import dev.aimonflink.core.matrix.QueryError;
import dev.aimonflink.core.matrix.QueryFailure;
import dev.aimonflink.core.model.Limits;
import dev.aimonflink.core.model.Model;
import dev.aimonflink.core.schema.MatrixSchema;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Supplier;

/** All queries, by id. */
public final class Catalogue {
    /** The seven queries of the benchmark. */
    public static final List<String> BENCHMARK = List.of("q1", "q2", "q3", "q4", "q5", "q6", "q7");

    /**
     * The description of a query.
     *
     * @param summary a line for help texts
     */
    public record Entry(String id, String summary, List<Parameter> parameters, Function<Arguments, Query> factory) {
        Query bind(AskedQuery asked) {
            return factory.apply(new Arguments(asked, parameters));
        }
    }

    private final Supplier<MatrixSchema> schema;
    private final Map<String, Entry> entries = new LinkedHashMap<>();

    /** All queries of a model: those of the benchmark if its events are calls, and for every model one entity by its key. */
    public Catalogue(MatrixSchema schema) {
        this.schema = () -> schema;
        Model model = schema.model();
        if (CallModel.isOfCalls(model)) {
            addOfCalls();
        } else {
            add(
                    model.entity().name(),
                    "all aggregates and attributes of one " + model.entity().name(),
                    EntityQuery.parameters(model.event().key()),
                    arguments -> new EntityQuery(schema, arguments));
        }
        addVerify();
    }

    /**
     * The queries of calls.
     *
     * @param schema called when a query that needs it is bound, because building it would slow down a client's start
     */
    public Catalogue(Supplier<MatrixSchema> schema) {
        this.schema = schema;
        addOfCalls();
        addVerify();
    }

    private void addOfCalls() {
        add(
                "q1",
                "average call time a week of those with more than alpha local calls",
                AverageDuration.PARAMETERS,
                AverageDuration::new);
        add(
                "q2",
                "highest cost of a call this week of those with more than beta calls",
                HighestCost.PARAMETERS,
                HighestCost::new);
        add("q3", "cost per second by number of calls this week", CostRatioByCalls.PARAMETERS, CostRatioByCalls::new);
        add(
                "q4",
                "local calls by city, of those with more than gamma and longer than delta",
                LocalCallsByCity.PARAMETERS,
                LocalCallsByCity::new);
        add(
                "q5",
                "local and long-distance cost by region, of one subscription type and category",
                CostByRegion.PARAMETERS,
                CostByRegion::new);
        add("q6", "longest calls of a country", LongestCalls.PARAMETERS, LongestCalls::new);
        add("q7", "cost per second of one cell value type", CostRatioOfValue.PARAMETERS, CostRatioOfValue::new);
        add("w2", "highest cost of a call this week", List.of(), HighestCost::ofAll);
        add(
                "w3",
                "shortest and longest call time a week of those with fewer than beta calls",
                DurationRange.PARAMETERS,
                DurationRange::new);
        add(
                "flat_rate",
                "subscriber with the lowest cost per second of one cell value type",
                FlatRate.PARAMETERS,
                FlatRate::new);
        add(
                "subscriber",
                "all aggregates and attributes of one subscriber",
                EntityQuery.parameters(CallModel.eventType().key()),
                arguments -> new EntityQuery(schema.get(), arguments));
    }

    private void addVerify() {
        add(
                "verify",
                "compares every column cell with its record: slow, for tests",
                List.of(),
                arguments -> new VerifyColumns());
    }

    private void add(String id, String summary, List<Parameter> parameters, Function<Arguments, Query> factory) {
        entries.put(id, new Entry(id, summary, parameters, factory));
    }

    public Collection<Entry> entries() {
        return entries.values();
    }

    /** Checks a call and binds its parameters. Throws {@link QueryFailure} with the first problem. */
    public Query bind(AskedQuery asked) {
        Entry entry = entries.get(asked.query());
        if (entry == null) {
            String shown =
                    asked.query().length() <= Limits.MAX_NAME_LENGTH ? "'" + asked.query() + "'" : "of that name";
            throw new QueryFailure(new QueryError(
                    QueryError.Code.UNKNOWN_QUERY,
                    "There is no query " + shown + ". Ask one of " + String.join(", ", entries.keySet()) + "."));
        }
        return entry.bind(asked);
    }

    /**
     * The aggregates of the schema that some query of the catalogue scans. {@code aim.matrix.columns=auto} keeps these.
     * The partitions refuse a query that needs others.
     */
    public Set<String> scannedColumns() {
        Set<String> columns = new TreeSet<>();
        for (Entry entry : entries.values()) {
            boolean hasDefaults = entry.parameters().stream().allMatch(parameter -> parameter.defaultValue() != null);
            if (hasDefaults && entry.bind(AskedQuery.withDefaults(entry.id())) instanceof ScanQuery query) {
                columns.addAll(query.columns());
            }
        }
        MatrixSchema own = schema.get();
        columns.removeIf(column -> !own.contains(column));
        return columns;
    }
}
