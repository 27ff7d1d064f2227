package dev.aimonflink.sql.bind;

import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;
import dev.aimonflink.sql.text.Expression;
import dev.aimonflink.sql.type.PgType;
import dev.aimonflink.sql.type.SqlType;
import dev.aimonflink.sql.type.SqlType.Kind;
import java.util.ArrayList;
import java.util.List;

/** The parameters of a statement; each takes the first type that it meets. */
public final class Parameters {
    /** As many as PostgreSQL's protocol can send. */
    public static final int MAX_NUMBER = 65_535;

    private final Dialect dialect;

    /** By number, from 1 on. */
    private final List<SqlType> types = new ArrayList<>();

    public Parameters() {
        this(Dialect.PLAIN);
    }

    public Parameters(Dialect dialect) {
        this.dialect = dialect;
    }

    /** The parameter at a place in the text; it has no type until it meets one. */
    public Bound.Parameter at(Expression.Parameter written) {
        if (written.number() < 1 || written.number() > MAX_NUMBER) {
            throw new SqlException(
                    SqlState.UNDEFINED_PARAMETER,
                    written.position(),
                    "There is no parameter $" + written.number() + ". Parameters are numbered from $1 to $" + MAX_NUMBER
                            + ".");
        }
        while (types.size() < written.number()) {
            types.add(dialect.areParametersTyped() ? dialect.parameter(types.size() + 1) : SqlType.UNKNOWN);
        }
        return new Bound.Parameter(written.number(), types.get(written.number() - 1), written.position());
    }

    /** The parameter where it meets a type, without limits, because its value is not rounded like a column's. */
    Bound.Parameter typed(Bound.Parameter parameter, SqlType met) {
        SqlType said = dialect.parameter(parameter.number());
        SqlType type =
                met.is(Kind.NUMERIC) ? SqlType.NUMERIC : met.is(Kind.TEXT) && said.pg() == PgType.VARCHAR ? said : met;
        SqlType known = types.get(parameter.number() - 1);
        if (known.is(Kind.UNKNOWN)) {
            types.set(parameter.number() - 1, type);
        } else if (!known.equals(type)) {
            throw conflict(new Bound.Parameter(parameter.number(), known, parameter.position()), type);
        }
        return new Bound.Parameter(parameter.number(), type, parameter.position());
    }

    static SqlException conflict(Bound.Parameter parameter, SqlType met) {
        return new SqlException(
                SqlState.AMBIGUOUS_PARAMETER,
                parameter.position(),
                "The parameter $" + parameter.number() + " is " + parameter.type() + " where it is used first, and "
                        + met + " here. Convert it with CAST, or use another parameter.");
    }

    /** The types in order; a parameter that met none is a text. */
    public List<SqlType> types() {
        return types.stream()
                .map(type -> type.is(Kind.UNKNOWN) ? SqlType.TEXT : type)
                .toList();
    }
}
