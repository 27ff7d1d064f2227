package dev.aimonflink.gateway.relation.statement;

import dev.aimonflink.gateway.relation.Relations;
import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;
import dev.aimonflink.sql.type.PgType;
import java.util.ArrayList;
import java.util.List;

/** What all parts of a statement share while they are bound: the relations that there are, and the types of its parameters. */
final class Binding {
    private static final int MAX_PARAMETERS = 65_535;

    private final Relations relations;
    private final List<PgType> parameters;

    Binding(Relations relations, List<PgType> given) {
        this.relations = relations;
        this.parameters = new ArrayList<>(given);
    }

    Relations relations() {
        return relations;
    }

    /** A parameter; without a type, if it was used nowhere where it would get one. */
    Term parameter(int number, int position) {
        if (number < 1 || number > MAX_PARAMETERS) {
            throw new SqlException(
                    SqlState.UNDEFINED_PARAMETER,
                    position,
                    "there is no parameter $" + number + ". Parameters are numbered from $1 to $" + MAX_PARAMETERS
                            + ".");
        }
        while (parameters.size() < number) {
            parameters.add(PgType.UNKNOWN);
        }
        PgType type = parameters.get(number - 1);
        return type == PgType.UNKNOWN
                ? Term.openParameter(number)
                : Term.of(type, frame -> frame.run.parameter(number));
    }

    /** The parameter with the type that it gets, if it has none yet. */
    Term typed(int number, PgType type) {
        if (parameters.get(number - 1) == PgType.UNKNOWN) {
            parameters.set(number - 1, type);
        }
        return Term.of(parameters.get(number - 1), frame -> frame.run.parameter(number));
    }

    /** The types of all parameters; text where nothing says which. */
    List<PgType> parameters() {
        return parameters.stream().map(Scope::shown).toList();
    }
}
