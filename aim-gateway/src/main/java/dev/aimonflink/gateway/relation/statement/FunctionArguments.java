package dev.aimonflink.gateway.relation.statement;

import dev.aimonflink.gateway.relation.Relations.RowFunction;
import dev.aimonflink.gateway.relation.function.FunctionTable;
import dev.aimonflink.gateway.relation.value.Coercion;
import dev.aimonflink.gateway.relation.value.Faults;
import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;
import dev.aimonflink.sql.text.Expression;
import dev.aimonflink.sql.type.PgColumn;
import dev.aimonflink.sql.type.PgType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The arguments of functions that are not built in: by their place, or by their names. */
final class FunctionArguments {
    private final ExpressionBinder expressions;

    FunctionArguments(ExpressionBinder expressions) {
        this.expressions = expressions;
    }

    /** The list of the function's rows. */
    Term rows(RowFunction function, Expression.Call call) {
        Map<String, Term> arguments = new LinkedHashMap<>();
        List<PgType> types = new ArrayList<>();
        for (Expression argument : call.arguments()) {
            int index = arguments.size();
            boolean isNamed = argument instanceof Expression.NamedArgument;
            Term term = expressions.bind(argument instanceof Expression.NamedArgument named ? named.value() : argument);
            types.add(term.type());
            boolean fits = isNamed || index < function.arguments().size();
            String name = isNamed
                    ? ((Expression.NamedArgument) argument).name()
                    : fits ? function.arguments().get(index).name() : "";
            if (isNamed
                    && function.arguments().stream()
                            .noneMatch(each -> each.name().equals(name))) {
                throw noSuchArgument(function, call, name);
            }
            PgType type = function.arguments().stream()
                    .filter(each -> each.name().equals(name))
                    .findFirst()
                    .map(PgColumn::type)
                    .filter(each -> Coercion.isImplicit(term.type(), each) && !arguments.containsKey(name))
                    .orElseThrow(() -> FunctionTable.undefined(call.function(), types, call.position()));
            arguments.put(name, expressions.conversions().to(term, type, argument.position()));
        }
        return Term.record(function.columns(), frame -> {
            Map<String, Object> values = new HashMap<>();
            arguments.forEach((name, term) -> values.put(name, term.value(frame)));
            try {
                return function.call(values);
            } catch (SqlException error) {
                throw Faults.at(error, call.position());
            }
        });
    }

    private static SqlException noSuchArgument(RowFunction function, Expression.Call call, String name) {
        List<String> names = function.arguments().stream().map(PgColumn::name).toList();
        return new SqlException(
                SqlState.UNDEFINED_FUNCTION,
                call.position(),
                call.function() + " has no parameter \"" + name + "\". It takes "
                        + (names.isEmpty() ? "none" : String.join(", ", names)) + ".");
    }
}
