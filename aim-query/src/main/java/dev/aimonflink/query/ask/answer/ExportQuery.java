package dev.aimonflink.query.ask.answer;

import dev.aimonflink.query.compute.partial.Keys;
import dev.aimonflink.query.compute.partial.NestedPartials;
import dev.aimonflink.query.compute.partial.Partial;
import dev.aimonflink.query.serve.pass.Part;
import dev.aimonflink.query.serve.pass.QueryError;
import dev.aimonflink.query.serve.pass.QueryFailure;
import dev.aimonflink.query.serve.pass.Scan;
import dev.aimonflink.query.serve.pass.ScanContext;
import dev.aimonflink.query.serve.request.Query;
import dev.aimonflink.query.serve.request.ScanQuery;
import dev.aimonflink.sql.SqlState;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Has each partition copy the rows of a statement, of one cut, for {@link dev.aimonflink.query.serve.request.ExportPiece}. The answer says how
 * many there are. Only rows that each partition can give by itself are copied, in any order.
 *
 * @param id the name that the client has given the export
 */
public record ExportQuery(String id, SqlQuery asked) implements ScanQuery {
    /** Not in a model's catalogue. */
    public static final String ID = "export";

    /** The parameter for the name of the export. */
    public static final String NAME = "id";

    /** Places in a row of the answer: how many pieces a partition has, and the types of the copied columns. */
    public static final int PIECES = 3;

    public static final int TYPES = 4;

    /** How the refusal of all other statements begins. */
    public static final String ONLY_ROWS = "Only rows of the matrix can be exported";

    private static final List<String> COLUMNS = List.of("partition", "rows", "bytes", "pieces", "types");

    /** @throws QueryFailure if its rows come from more than one row of the matrix, or in an order */
    public static ExportQuery of(String id, Query query) {
        if (query instanceof SqlQuery asked && asked.hasOnlyRows()) {
            return new ExportQuery(id, asked);
        }
        throw new QueryFailure(
                QueryError.ofSql(
                        SqlState.NOT_SUPPORTED,
                        ONLY_ROWS + ": columns and expressions of a row, its tables, and a WHERE."
                                + " Leave out ORDER BY, LIMIT, GROUP BY and the like, or ask for so few rows that they are an answer."));
    }

    @Override
    public Set<String> columns() {
        return asked.columns();
    }

    @Override
    public int positionOf(String column) {
        return asked.positionOf(column);
    }

    @Override
    public int shapeHash() {
        return 31 * asked.shapeHash();
    }

    /** One thread copies all rows. */
    @Override
    public boolean isDivisible() {
        return false;
    }

    @Override
    public Scan open(ScanContext context) {
        return asked.openCopy(context, id);
    }

    @Override
    public List<String> answerColumns() {
        return COLUMNS;
    }

    @Override
    public List<String> answerTypes() {
        return List.of("bigint", "bigint", "bigint", "bigint", "text");
    }

    /** As the answer has the types of columns. */
    public static String written(List<String> types) {
        return String.join(", ", types);
    }

    @Override
    public List<List<Object>> answer(Partial merged) {
        throw new UnsupportedOperationException("The parts say what each partition has.");
    }

    @Override
    public List<List<Object>> answer(Partial merged, List<Part> parts) {
        List<List<Object>> answer = new ArrayList<>();
        for (Part part : parts) {
            Keys size = part.readPartial()
                    .states(0, NestedPartials.class)
                    .partial(0)
                    .keys();
            answer.add(List.of(
                    (long) part.source().partition(),
                    size.value(0, 0),
                    size.value(0, 1),
                    size.value(0, 2),
                    written(asked.answerTypes())));
        }
        return answer;
    }
}
