package dev.aimonflink.gateway.relation.statement;

import dev.aimonflink.gateway.relation.value.Arithmetic;
import dev.aimonflink.gateway.relation.value.Casts;
import dev.aimonflink.gateway.relation.value.Coercion;
import dev.aimonflink.gateway.relation.value.Comparing;
import dev.aimonflink.gateway.relation.value.NamedTypes;
import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;
import dev.aimonflink.sql.text.BinaryOperator;
import dev.aimonflink.sql.text.Expression;
import dev.aimonflink.sql.text.UnaryOperator;
import dev.aimonflink.sql.type.PgColumn;
import dev.aimonflink.sql.type.PgType;
import dev.aimonflink.sql.type.SqlNames;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Makes terms of expressions. */
final class ExpressionBinder {
    private final Scope scope;
    private final Binding binding;
    private final Conversions conversions;
    private final OperatorBinder operators;
    private final CallBinder calls;
    private final SubqueryBinder subqueries;

    ExpressionBinder(Scope scope, QueryBinder queries) {
        this.scope = scope;
        this.binding = queries.binding();
        this.conversions = new Conversions(binding);
        this.operators = new OperatorBinder(this, conversions);
        this.calls = new CallBinder(this, scope, conversions, binding.relations());
        this.subqueries = new SubqueryBinder(this, operators, scope, queries);
    }

    Conversions conversions() {
        return conversions;
    }

    /** A function of FROM: the list of its rows. */
    Term rows(Expression.Call call) {
        return calls.rows(call);
    }

    Term applied(BinaryOperator operator, Term left, Term right, int position) {
        return operators.applied(operator, left, right, position);
    }

    Scope scope() {
        return scope;
    }

    List<Term> bind(List<Expression> expressions) {
        List<Term> terms = new ArrayList<>();
        for (Expression expression : expressions) {
            terms.add(bind(expression));
        }
        return terms;
    }

    Term condition(Expression expression, String clause) {
        return conversions.require(bind(expression), PgType.BOOL, clause, expression.position());
    }

    Term bind(Expression expression) {
        Term group = scope.calls() == null ? null : scope.calls().groupOf(expression);
        return group == null ? bindAlone(expression) : group;
    }

    private Term bindAlone(Expression expression) {
        if (expression instanceof Expression.NumberLiteral number) {
            return number(number.digits());
        } else if (expression instanceof Expression.StringLiteral string) {
            return Term.literal(string.value());
        } else if (expression instanceof Expression.BooleanLiteral truth) {
            return Term.constant(PgType.BOOL, truth.value());
        } else if (expression instanceof Expression.NullLiteral) {
            return Term.constant(PgType.UNKNOWN, null);
        } else if (expression instanceof Expression.Name name) {
            return scope.column(name);
        } else if (expression instanceof Expression.Parameter parameter) {
            return binding.parameter(parameter.number(), parameter.position());
        } else if (expression instanceof Expression.Cast cast) {
            return cast(cast);
        } else if (expression instanceof Expression.Case choice) {
            return choice(choice);
        } else if (expression instanceof Expression.Row row) {
            return row(bind(row.values()));
        } else if (expression instanceof Expression.Unary || expression instanceof Expression.Is) {
            return test(expression);
        } else if (expression instanceof Expression.Call
                || expression instanceof Expression.Aggregate
                || expression instanceof Expression.Window
                || expression instanceof Expression.NamedArgument
                || expression instanceof Expression.AllRows) {
            return calls.call(expression);
        } else if (expression instanceof Expression.ArrayOf
                || expression instanceof Expression.Subscript
                || expression instanceof Expression.FieldOf) {
            return compound(expression);
        } else {
            Term term = operators.bind(expression);
            return term == null ? subqueries.bind(expression) : term;
        }
    }

    private static Term number(String digits) {
        if (digits.chars().allMatch(Character::isDigit)) {
            BigInteger whole = new BigInteger(digits);
            if (whole.bitLength() < Integer.SIZE) {
                return Term.constant(PgType.INT4, whole.longValue());
            } else if (whole.bitLength() < Long.SIZE) {
                return Term.constant(PgType.INT8, whole.longValue());
            }
        }
        BigDecimal number = new BigDecimal(digits);
        return Term.constant(PgType.NUMERIC, number.scale() < 0 ? number.setScale(0) : number);
    }

    private Term cast(Expression.Cast cast) {
        PgType type = NamedTypes.of(cast.type());
        int modifier = NamedTypes.modifier(type, cast.type());
        Term operand = cast.operand() instanceof Expression.ArrayOf array && type.isArray()
                ? array(array, type.element())
                : bind(cast.operand());
        if (!Casts.exists(operand.type(), type)) {
            throw Casts.missing(operand.type(), type, cast.position());
        }
        Term converted = conversions.to(operand, type, cast.position());
        if (modifier == PgColumn.NO_MODIFIER) {
            return Term.of(type, converted.eval());
        }
        return Term.of(type, frame -> Casts.limit(converted.value(frame), type, modifier))
                .withModifier(modifier);
    }

    private Term choice(Expression.Case choice) {
        List<Term> conditions = new ArrayList<>();
        List<Term> results = new ArrayList<>();
        for (Expression.Case.When when : choice.branches()) {
            Expression condition = choice.operand() == null
                    ? when.condition()
                    : new Expression.Binary(
                            BinaryOperator.EQUAL,
                            choice.operand(),
                            when.condition(),
                            when.condition().position());
            conditions.add(condition(condition, "CASE/WHEN"));
            results.add(bind(when.result()));
        }
        results.add(choice.otherwise() == null ? Term.constant(PgType.UNKNOWN, null) : bind(choice.otherwise()));
        List<Term> alike = conversions.alike(results, "CASE", choice.position());
        return Term.of(alike.get(0).type(), frame -> {
                    for (int i = 0; i < conditions.size(); i++) {
                        if (conditions.get(i).isTrue(frame)) {
                            return alike.get(i).value(frame);
                        }
                    }
                    return alike.get(conditions.size()).value(frame);
                })
                .withModifier(Conversions.modifier(results));
    }

    private static Term row(List<Term> values) {
        List<PgColumn> fields = new ArrayList<>();
        for (Term value : values) {
            fields.add(new PgColumn("f" + (fields.size() + 1), Scope.shown(value.type()), value.modifier()));
        }
        return Term.record(
                fields,
                frame -> values.stream().map(value -> value.value(frame)).toArray());
    }

    private Term test(Expression expression) {
        if (expression instanceof Expression.Is is) {
            return is(is);
        }
        Expression.Unary unary = (Expression.Unary) expression;
        if (unary.operator() == UnaryOperator.NOT) {
            Term operand = condition(unary.operand(), "NOT");
            return Term.of(PgType.BOOL, frame -> not((Boolean) operand.value(frame)));
        }
        Term bound = bind(unary.operand());
        Term operand = bound.type() == PgType.UNKNOWN ? conversions.to(bound, PgType.FLOAT8, unary.position()) : bound;
        PgType type = operand.type();
        if (!(type.category() == 'N' && !type.isOid()) && type != PgType.INTERVAL) {
            throw new SqlException(
                    SqlState.UNDEFINED_FUNCTION,
                    unary.position(),
                    "operator does not exist: " + (unary.operator() == UnaryOperator.MINUS ? "- " : "+ ")
                            + SqlNames.of(type) + ". Only numbers and intervals have signs.");
        }
        if (unary.operator() == UnaryOperator.PLUS) {
            return operand;
        }
        // The smallest number is written as the one after the greatest, with a sign.
        return unary.operand() instanceof Expression.NumberLiteral number
                ? negative(number)
                : Term.of(type, frame -> negated(operand.value(frame), type));
    }

    private static Term negative(Expression.NumberLiteral literal) {
        Term positive = number(literal.digits());
        Object value = negated(positive.value(null), positive.type());
        return Term.constant(positive.type(), value);
    }

    private static Object negated(Object value, PgType type) {
        return value == null ? null : Arithmetic.negated(value, type);
    }

    static Boolean not(Boolean truth) {
        return truth == null ? null : !truth;
    }

    private Term is(Expression.Is is) {
        boolean isNegated = is.isNegated();
        if (is.test() == Expression.Is.Test.NULL) {
            Term operand = bind(is.operand());
            return Term.of(PgType.BOOL, frame -> isNull(operand.value(frame), isNegated));
        }
        Term operand = condition(is.operand(), "IS " + is.test());
        Boolean tested =
                switch (is.test()) {
                    case TRUE -> Boolean.TRUE;
                    case FALSE -> Boolean.FALSE;
                    default -> null;
                };
        return Term.of(
                PgType.BOOL,
                frame -> (tested == null ? operand.value(frame) == null : tested.equals(operand.value(frame)))
                        != isNegated);
    }

    /** A row is null if all of its fields are, and not null if none is. */
    private static boolean isNull(Object value, boolean isNegated) {
        if (value instanceof Object[] row) {
            return Arrays.stream(row).allMatch(field -> (field == null) != isNegated);
        }
        return (value == null) != isNegated;
    }

    private Term compound(Expression expression) {
        if (expression instanceof Expression.ArrayOf array) {
            return array(array, null);
        } else if (expression instanceof Expression.FieldOf field) {
            return field(field);
        }
        Expression.Subscript subscript = (Expression.Subscript) expression;
        Term array = bind(subscript.operand());
        if (!array.type().isArray()) {
            throw new SqlException(
                    SqlState.DATATYPE_MISMATCH,
                    subscript.position(),
                    "cannot subscript type " + SqlNames.of(array.type()) + ". Only arrays can be.");
        }
        Term index = conversions.require(bind(subscript.index()), PgType.INT4, "a subscript", subscript.position());
        int first = array.type().isVector() ? 0 : 1;
        return Term.of(array.type().element(), frame -> {
            List<?> list = (List<?>) array.value(frame);
            Long at = (Long) index.value(frame);
            boolean isInside = list != null && at != null && at >= first && at - first < list.size();
            return isInside ? list.get((int) (at - first)) : null;
        });
    }

    /** @param element null if the values say which it is */
    private Term array(Expression.ArrayOf array, PgType element) {
        List<Term> values = bind(array.values());
        if (values.isEmpty() && element == null) {
            throw new SqlException(
                    SqlState.UNDEFINED_OBJECT,
                    array.position(),
                    "cannot determine type of empty array. Write a cast, like ARRAY[]::text[].");
        }
        boolean isGiven = element != null && values.stream().allMatch(value -> Casts.exists(value.type(), element));
        List<Term> alike = isGiven
                ? values.stream()
                        .map(value -> conversions.to(value, element, array.position()))
                        .toList()
                : conversions.alike(values, "ARRAY", array.position());
        PgType type = (alike.isEmpty() ? element : alike.get(0).type())
                .array()
                .orElseThrow(() -> new SqlException(
                        SqlState.UNDEFINED_OBJECT,
                        array.position(),
                        "could not find array type for data type "
                                + SqlNames.of(alike.get(0).type()) + ". Cast the values to text."));
        return Term.of(type, frame -> {
            List<Object> list = new ArrayList<>(alike.size());
            for (Term value : alike) {
                list.add(value.value(frame));
            }
            return list;
        });
    }

    private Term field(Expression.FieldOf field) {
        Term operand = bind(field.operand());
        for (int i = 0; i < operand.fields().size(); i++) {
            PgColumn column = operand.fields().get(i);
            if (column.name().equals(field.field())) {
                final int index = i;
                return Term.of(column.type(), frame -> {
                    Object[] row = (Object[]) operand.value(frame);
                    return row == null ? null : row[index];
                });
            }
        }
        throw new SqlException(
                SqlState.UNDEFINED_COLUMN,
                field.position(),
                "column \"" + field.field() + "\" not found in data type " + SqlNames.of(operand.type())
                        + ". Name a field of the row.");
    }

    /** The type in which two are compared. */
    static PgType compared(PgType left, PgType right, String operator, int position) {
        return Coercion.compared(left, right).orElseThrow(() -> undefined(operator, left, right, position));
    }

    static SqlException undefined(String operator, PgType left, PgType right, int position) {
        return new SqlException(
                SqlState.UNDEFINED_FUNCTION,
                position,
                "operator does not exist: " + SqlNames.of(left) + " " + operator + " " + SqlNames.of(right)
                        + ". No operator matches the given name and argument types. Add explicit type casts.");
    }

    static boolean same(Object left, Object right) {
        return Comparing.nullsLast(left, right) == 0;
    }
}
