package dev.aimonflink.query.serve.request;

import dev.aimonflink.query.compute.partial.GroupLimit;
import dev.aimonflink.query.compute.partial.Keys;
import dev.aimonflink.query.compute.partial.Partial;
import dev.aimonflink.query.serve.pass.Exports;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;

/**
 * Fetches the pieces of one number from all partitions, or ends the export. A partition that has none of it answers with no row.
 *
 * @param id of the export
 * @param number from 0 on; negative to end it
 */
public record ExportPiece(String id, long number) implements Query {
    /** Not in a model's catalogue. */
    public static final String ID = "exported";

    private static final String EXPORT = "id";
    private static final String NUMBER = "piece";
    private static final long END = -1;

    private static final GroupLimit LIMIT = GroupLimit.orFail(GroupLimit.MAX_GROUPS);
    private static final List<String> COLUMNS = List.of("partition", "rows");

    /** As {@link Catalogue} lists it. */
    static final List<Parameter> PARAMETERS = List.of(Parameter.text(EXPORT), Parameter.number(NUMBER, END));

    static ExportPiece of(GivenParameters arguments) {
        return new ExportPiece(arguments.name(EXPORT), arguments.number(NUMBER));
    }

    public static ExportPiece endOf(String id) {
        return new ExportPiece(id, END);
    }

    public AskedQuery asked() {
        return new AskedQuery(ID, Map.of(EXPORT, id, NUMBER, number));
    }

    /** @throws dev.aimonflink.query.serve.pass.QueryFailure if the client has no such export here */
    public Partial partial(Exports exports, String clientId, int partition) {
        Keys keys = Keys.inUsualOrder(COLUMNS.size());
        if (number < 0) {
            exports.end(clientId, id);
        } else {
            byte[] piece = exports.piece(clientId, id, number);
            if (piece != null) {
                keys.add((long) partition, Base64.getEncoder().encodeToString(piece));
            }
        }
        return Partial.ofGroups(LIMIT, keys, List.of());
    }

    /** The pieces in an answer, for {@link dev.aimonflink.query.compute.partial.CopiedRows.Reader}. */
    public static List<byte[]> pieces(QueryResult answer) {
        return answer.rows().stream()
                .map(row -> Base64.getDecoder().decode((String) row.get(1)))
                .toList();
    }

    @Override
    public List<String> answerColumns() {
        return COLUMNS;
    }

    @Override
    public List<String> answerTypes() {
        return List.of("bigint", "text");
    }

    @Override
    public List<List<Object>> answer(Partial merged) {
        List<List<Object>> rows = new ArrayList<>();
        for (int row = 0; row < merged.rows(); row++) {
            rows.add(List.of(merged.keys().value(row, 0), merged.keys().value(row, 1)));
        }
        return rows;
    }
}
