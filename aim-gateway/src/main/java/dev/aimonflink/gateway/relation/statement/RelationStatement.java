package dev.aimonflink.gateway.relation.statement;

import dev.aimonflink.gateway.relation.Environment;
import dev.aimonflink.gateway.relation.Relations;
import dev.aimonflink.gateway.relation.Surroundings;
import dev.aimonflink.sql.rows.StopCheck;
import dev.aimonflink.sql.text.QueryExpression;
import dev.aimonflink.sql.type.PgColumn;
import dev.aimonflink.sql.type.PgType;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.LongConsumer;

/** A query over relations, whose names and types are resolved. It can run several times, in several threads. */
public final class RelationStatement {
    private final Relations relations;
    private final Query query;
    private final List<PgType> parameters;

    private RelationStatement(Relations relations, Query query, List<PgType> parameters) {
        this.relations = relations;
        this.query = query;
        this.parameters = parameters;
    }

    /** @param parameterTypes those that the client knows; {@link PgType#UNKNOWN} where it does not */
    public static RelationStatement bind(QueryExpression query, Relations relations, List<PgType> parameterTypes) {
        Binding binding = new Binding(relations, parameterTypes);
        Query bound = new QueryBinder(binding, Map.of()).bind(query, null);
        return new RelationStatement(relations, bound, binding.parameters());
    }

    public List<PgColumn> columns() {
        return query.columns().stream().map(Output::column).toList();
    }

    /** The types of the parameters, from $1 on. */
    public List<PgType> parameters() {
        return parameters;
    }

    /** About how many bytes a row takes. */
    public static long bytesOf(Object[] row) {
        return Run.bytesOf(Arrays.asList(row));
    }

    public List<Object[]> run(Surroundings surroundings, List<Object> values) {
        return run(surroundings, values, StopCheck.NEVER, bytes -> {});
    }

    /**
     * @param values of the parameters, of their types
     * @param room is given the bytes that the rows take more, or less if they are negative; it may throw
     */
    public List<Object[]> run(Surroundings surroundings, List<Object> values, StopCheck stopCheck, LongConsumer room) {
        Environment environment = new Environment(relations, surroundings);
        return query.rows(new Run(environment, values, stopCheck, room), null);
    }
}
