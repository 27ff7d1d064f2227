package dev.aimonflink.gateway.relation.statement;

import dev.aimonflink.gateway.relation.Environment;
import dev.aimonflink.gateway.relation.Relations;
import dev.aimonflink.gateway.relation.Surroundings;
import dev.aimonflink.gateway.type.PgColumn;
import dev.aimonflink.gateway.type.PgType;
import dev.aimonflink.sql.rows.StopCheck;
import dev.aimonflink.sql.text.QueryExpression;
import java.util.List;
import java.util.Map;

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

    public List<Object[]> run(Surroundings surroundings, List<Object> values) {
        return run(surroundings, values, StopCheck.NEVER);
    }

    /** @param values of the parameters, of their types */
    public List<Object[]> run(Surroundings surroundings, List<Object> values, StopCheck stopCheck) {
        Environment environment = new Environment(relations, surroundings);
        return query.rows(new Run(environment, values, stopCheck), null);
    }
}
