package dev.aimonflink.query.serve.request;

import dev.aimonflink.matrix.model.Limits;
import dev.aimonflink.query.serve.pass.QueryError;
import dev.aimonflink.query.serve.pass.QueryFailure;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;

/** The queries of a model, by id. */
public final class Catalogue {
    public static final List<String> BENCHMARK = List.of("q1", "q2", "q3", "q4", "q5", "q6", "q7");

    /** Plans texts, which is slow enough to have its own thread in a job. */
    @FunctionalInterface
    public interface TextPlanner {
        Query plan(GivenParameters arguments, Planning planning);

        /** The query if it was planned lately, else null. */
        default Query planned(GivenParameters arguments) {
            return null;
        }
    }

    /**
     * The description of a query.
     *
     * @param summary a line for help texts
     * @param text SQL with $1 for the first parameter and so on; null if it has none of its own
     * @param factory makes the query; null if it is planned
     * @param planner plans the query; null if it is bound at once
     */
    public record Entry(
            String id,
            String summary,
            List<Parameter> parameters,
            String text,
            Function<GivenParameters, Query> factory,
            TextPlanner planner) {
        public Entry(String id, String summary, List<Parameter> parameters, Function<GivenParameters, Query> factory) {
            this(id, summary, parameters, null, factory, null);
        }

        public Entry(String id, String summary, List<Parameter> parameters, String text, TextPlanner planner) {
            this(id, summary, parameters, text, null, planner);
        }

        /** The parameters' values, in order. */
        public List<Object> values(AskedQuery asked) {
            GivenParameters arguments = new GivenParameters(asked, parameters);
            return parameters.stream().map(each -> arguments.value(each.name())).toList();
        }

        private Query bind(AskedQuery asked, Planning planning) {
            GivenParameters arguments = new GivenParameters(asked, parameters);
            return planner == null ? factory.apply(arguments) : planner.plan(arguments, planning);
        }

        /** Null if a text has to be planned. */
        private Query bound(AskedQuery asked) {
            GivenParameters arguments = new GivenParameters(asked, parameters);
            return planner == null ? factory.apply(arguments) : planner.planned(arguments);
        }
    }

    private static final Entry VERIFY = new Entry(
            "verify",
            "compares every column cell with its record: slow, for tests",
            List.of(),
            arguments -> new VerifyColumns());

    private static final Entry CANCEL = new Entry(
            CancelRequest.ID,
            "ends a request of the same client",
            List.of(Parameter.text(CancelRequest.PARAMETER), Parameter.number(CancelRequest.UNPLANNED, 0)),
            arguments -> new CancelRequest(
                    arguments.name(CancelRequest.PARAMETER), arguments.number(CancelRequest.UNPLANNED)));

    private static final Entry SCANS = new Entry(
            ScansRequest.ID,
            "where the scans of each partition run, and changes it",
            List.of(Parameter.name(ScansRequest.MODE, "")),
            ScansRequest::of);

    private static final Entry COLUMNS = new Entry(
            ColumnsRequest.ID,
            "which columns are kept for scans, and changes that",
            ColumnsRequest.PARAMETERS,
            ColumnsRequest::of);

    private static final Entry EXPORTED =
            new Entry(ExportPiece.ID, "a piece of what an export has copied", ExportPiece.PARAMETERS, ExportPiece::of);

    private final Map<String, Entry> entries = new LinkedHashMap<>();

    /** What our clients ask on people's behalf, and nobody by name. */
    private final Map<String, Entry> unlisted = new HashMap<>(
            Map.of(CANCEL.id(), CANCEL, SCANS.id(), SCANS, COLUMNS.id(), COLUMNS, EXPORTED.id(), EXPORTED));

    /** The given queries, and the verification, which every model has. */
    public Catalogue(List<Entry> ofModel) {
        ofModel.forEach(entry -> entries.put(entry.id(), entry));
        entries.put(VERIFY.id(), VERIFY);
    }

    /**
     * Adds queries of other modules.
     *
     * @param askedByClients unlisted queries that our clients ask on people's behalf
     */
    public Catalogue with(List<Entry> more, List<Entry> askedByClients) {
        Catalogue wider = new Catalogue(
                Stream.concat(entries.values().stream().filter(entry -> !entry.equals(VERIFY)), more.stream())
                        .toList());
        wider.unlisted.putAll(unlisted);
        askedByClients.forEach(entry -> wider.unlisted.put(entry.id(), entry));
        return wider;
    }

    public Collection<Entry> entries() {
        return entries.values();
    }

    /** Throws {@link QueryFailure} with the first problem, or for a defect. */
    public Query bind(AskedQuery asked) {
        return bind(asked, Planning.ALONE);
    }

    public Query bind(AskedQuery asked, Planning planning) {
        return known(asked, entry -> entry.bind(asked, planning));
    }

    /** Checks what is asked, and binds it; null if a text has to be planned. */
    public Query bound(AskedQuery asked) {
        return known(asked, entry -> entry.bound(asked));
    }

    /** Whether a query of that name is a text that has to be planned. */
    public boolean isText(AskedQuery asked) {
        Entry entry = entryOf(asked);
        return entry != null && entry.planner != null;
    }

    private Entry entryOf(AskedQuery asked) {
        return unlisted.getOrDefault(asked.query(), entries.get(asked.query()));
    }

    private Query known(AskedQuery asked, Function<Entry, Query> binding) {
        Entry entry = entryOf(asked);
        if (entry == null) {
            String shown =
                    asked.query().length() <= Limits.MAX_NAME_LENGTH ? "'" + asked.query() + "'" : "of that name";
            throw new QueryFailure(new QueryError(
                    QueryError.Code.UNKNOWN_QUERY,
                    "There is no query " + shown + ". Ask one of " + String.join(", ", entries.keySet()) + "."));
        }
        try {
            return binding.apply(entry);
        } catch (QueryFailure known) {
            throw known;
        } catch (RuntimeException | StackOverflowError defect) {
            throw QueryFailure.ofDefect(defect);
        }
    }
}
