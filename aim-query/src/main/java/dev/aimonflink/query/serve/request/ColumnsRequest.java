package dev.aimonflink.query.serve.request;

import dev.aimonflink.query.compute.partial.GroupLimit;
import dev.aimonflink.query.compute.partial.Keys;
import dev.aimonflink.query.compute.partial.Partial;
import dev.aimonflink.query.serve.pass.ColumnChoice;
import dev.aimonflink.query.serve.pass.ColumnChoice.KeptColumn;
import dev.aimonflink.query.serve.pass.ColumnChoice.Why;
import dev.aimonflink.query.serve.pass.QueryError;
import dev.aimonflink.query.serve.pass.QueryFailure;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Reports which columns are kept for scans, and may change that in all partitions. Every partition answers at once; those that are pinned
 * are read from the records afterwards.
 *
 * @param change what is to be done with the named columns; null for nothing
 * @param names of stored or computed columns, and words for several, as in the job's setting
 */
public record ColumnsRequest(Change change, List<String> names) implements Query {
    /** Not in a model's catalogue. */
    public static final String ID = "columns";

    /** Changes nothing. */
    public static final ColumnsRequest REPORT = new ColumnsRequest(null, List.of());

    private static final String CHANGE = "change";
    private static final String NAMES = "names";
    private static final String SEPARATOR = ";";

    private static final GroupLimit LIMIT = GroupLimit.orFail(1_000_000);

    private static final List<String> COLUMNS =
            List.of("column", "why", "partitions", "bytes", "questions", "secondsSinceLast");

    /** What can be done with columns. */
    public enum Change {
        PIN,
        UNPIN,
        DROP;

        String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** As {@link Catalogue} lists it. */
    static final List<Parameter> PARAMETERS = List.of(Parameter.name(CHANGE, ""), Parameter.optionalText(NAMES));

    static ColumnsRequest of(GivenParameters arguments) {
        String label = arguments.name(CHANGE);
        List<String> names = Stream.of(arguments.name(NAMES).split(SEPARATOR))
                .filter(name -> !name.isEmpty())
                .toList();
        return Stream.of(Change.values())
                .filter(each -> each.label().equals(label))
                .findFirst()
                .map(change -> new ColumnsRequest(change, names))
                .orElseGet(() -> {
                    if (!label.isEmpty()) {
                        throw new QueryFailure(new QueryError(
                                QueryError.Code.INVALID_PARAMETER,
                                CHANGE + "=" + label + " is no change of columns. Use one of pin, unpin, drop."));
                    }
                    return REPORT;
                });
    }

    public AskedQuery asked() {
        return new AskedQuery(
                ID, change == null ? Map.of() : Map.of(CHANGE, change.label(), NAMES, String.join(SEPARATOR, names)));
    }

    /**
     * Changes the columns of a partition if wanted, and reports them.
     *
     * @param columns the stored columns that the names mean
     * @throws QueryFailure if there is not enough memory for them, or the job's setting decides
     */
    public Partial partial(ColumnChoice choice, Collection<String> columns, int partition) {
        QueryError refusal = change == null ? null : change(choice, columns);
        if (refusal != null) {
            throw new QueryFailure(refusal);
        }
        Keys keys = Keys.inUsualOrder(COLUMNS.size());
        for (KeptColumn each : choice.report()) {
            keys.add(
                    each.name(),
                    each.why().label(),
                    (long) partition,
                    each.bytes(),
                    each.questions(),
                    each.secondsAgo());
        }
        return Partial.ofGroups(LIMIT, keys, List.of());
    }

    private QueryError change(ColumnChoice choice, Collection<String> columns) {
        if (change == Change.PIN) {
            return choice.pin(columns);
        }
        List<String> ofSetting =
                columns.stream().filter(name -> choice.why(name) == Why.SETTING).toList();
        if (!ofSetting.isEmpty()) {
            return new QueryError(
                    QueryError.Code.INVALID_PARAMETER,
                    "The job keeps '" + String.join("', '", ofSetting) + "' by its option aim.matrix.columns. Start it"
                            + " again from a savepoint with another value.");
        }
        if (change == Change.UNPIN) {
            choice.unpin(columns);
        } else {
            choice.drop(columns);
        }
        return null;
    }

    @Override
    public List<String> answerColumns() {
        return COLUMNS;
    }

    @Override
    public List<String> answerTypes() {
        return List.of("text", "text", "bigint", "bigint", "bigint", "bigint");
    }

    /** A line for each column: the memory of all partitions, and the most recent use. */
    @Override
    public List<List<Object>> answer(Partial merged) {
        Map<String, List<Object>> lines = new LinkedHashMap<>();
        for (int row = 0; row < merged.rows(); row++) {
            List<Object> line = new ArrayList<>();
            for (int column = 0; column < COLUMNS.size(); column++) {
                line.add(merged.keys().value(row, column));
            }
            line.set(2, 1L);
            lines.merge((String) line.get(0), line, ColumnsRequest::both);
        }
        return List.copyOf(lines.values());
    }

    private static List<Object> both(List<Object> one, List<Object> other) {
        List<Object> both = new ArrayList<>(one);
        both.set(2, (long) one.get(2) + (long) other.get(2));
        both.set(3, (long) one.get(3) + (long) other.get(3));
        both.set(4, Math.max((long) one.get(4), (long) other.get(4)));
        both.set(
                5,
                one.get(5) == null
                        ? other.get(5)
                        : other.get(5) == null
                                ? one.get(5)
                                : (Object) Math.min((long) one.get(5), (long) other.get(5)));
        return both;
    }
}
