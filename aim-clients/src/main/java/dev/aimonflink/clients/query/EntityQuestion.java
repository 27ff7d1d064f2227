package dev.aimonflink.clients.query;

import dev.aimonflink.matrix.calls.CallModel;
import dev.aimonflink.matrix.model.EntityId;
import dev.aimonflink.matrix.model.Model;
import dev.aimonflink.query.serve.request.AskedQuery;
import java.util.Map;
import java.util.TreeMap;

/**
 * The query for one entity, named after it, with the key as its parameter.
 *
 * @param query its id, such as {@code card}
 * @param parameter the name of the key, such as {@code cardId}
 */
public record EntityQuestion(String query, String parameter) {
    public static final EntityQuestion OF_CALLS = new EntityQuestion("subscriber", "subscriberId");

    /** The parameter that names the columns of the answer. */
    private static final String COLUMNS = "columns";

    /** The query for calls has fixed names, whatever a model of them calls its entities. */
    public static EntityQuestion of(Model model) {
        return CallModel.isOfCalls(model)
                ? OF_CALLS
                : new EntityQuestion(model.entity().name(), model.event().key().name());
    }

    /** Asks for all columns. */
    public AskedQuery of(EntityId key) {
        return of(key, null);
    }

    /** @param columns separated by commas; null for all */
    public AskedQuery of(EntityId key, String columns) {
        Map<String, Object> params = new TreeMap<>();
        params.put(parameter, key.value());
        if (columns != null) {
            params.put(COLUMNS, columns);
        }
        return new AskedQuery(query, params);
    }
}
