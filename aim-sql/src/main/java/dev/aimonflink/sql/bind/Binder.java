package dev.aimonflink.sql.bind;

import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;
import dev.aimonflink.sql.pattern.LikePattern;
import dev.aimonflink.sql.pattern.RegularExpression;
import dev.aimonflink.sql.text.BinaryOperator;
import dev.aimonflink.sql.text.Expression;
import dev.aimonflink.sql.text.UnaryOperator;
import dev.aimonflink.sql.type.SqlType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import static dev.aimonflink.sql.type.SqlType.Kind;

/** Gives an expression its types. {@link Conversions} decides which type both become where two meet. */
public final class Binder {
    private final BindingContext context;
    private final Conversions conversions;

    /** For expressions over one row alone. */
    public Binder(NamedColumns columns) {
        this(new OneRow(columns), new Conversions(new Parameters()));
    }

    public Binder(BindingContext context, Conversions conversions) {
        this.context = context;
        this.conversions = conversions;
    }

    BindingContext context() {
        return context;
    }

    public Conversions conversions() {
        return conversions;
    }

    public Bound condition(Expression expression) {
        return condition(expression, "A filter");
    }

    public Bound condition(Expression expression, String what) {
        return requireCondition(bind(expression), what);
    }

    public Bound bind(Expression expression) {
        context.enter(expression);
        if (expression instanceof Expression.NumberLiteral number) {
            return Literals.number(number);
        } else if (expression instanceof Expression.StringLiteral string) {
            return new Bound.Constant(string.value(), SqlType.UNKNOWN, string.position());
        } else if (expression instanceof Expression.BooleanLiteral literal) {
            return new Bound.Constant(literal.value(), SqlType.BOOLEAN, literal.position());
        } else if (expression instanceof Expression.NullLiteral literal) {
            return new Bound.Constant(null, SqlType.UNKNOWN, literal.position());
        } else if (expression instanceof Expression.Name name) {
            return context.column(name);
        } else if (expression instanceof Expression.Parameter parameter) {
            return context.parameter(parameter);
        } else if (expression instanceof Expression.Unary unary) {
            return unary(unary);
        } else if (expression instanceof Expression.Binary binary) {
            return binary(binary);
        } else {
            return predicateOrCall(expression);
        }
    }

    private Bound predicateOrCall(Expression expression) {
        if (expression instanceof Expression.Is is) {
            return is(is);
        } else if (expression instanceof Expression.IsDistinct distinct) {
            Conversions.Pair pair = pair(distinct.left(), distinct.right(), "IS DISTINCT FROM", distinct.position());
            Bound same = new Bound.Same(pair.left(), pair.right(), distinct.position());
            return distinct.isNegated() ? same : new Bound.Not(same, distinct.position());
        } else if (expression instanceof Expression.Between between) {
            return between(between);
        } else if (expression instanceof Expression.In in) {
            return in(in);
        } else if (expression instanceof Expression.Like like) {
            return like(like);
        } else if (expression instanceof Expression.Cast cast) {
            Optional<SqlType> declared = conversions.dialect().type(cast.type());
            if (declared.isEmpty() && TypeNames.hasLength(cast.type())) {
                return Calls.left(bind(cast.operand()), cast.type().modifiers().get(0), cast.position(), this);
            }
            SqlType type = declared.orElseGet(() -> TypeNames.typeOf(cast.type()));
            return ArrayCalls.isEmpty(cast.operand()) && type.is(Kind.ARRAY)
                    ? new Bound.Constant(List.of(), type, cast.position())
                    : conversions.demanded(bind(cast.operand()), type, cast.position());
        } else if (expression instanceof Expression.Case choice) {
            return choice(choice);
        } else if (expression instanceof Expression.Call call) {
            Bound column = context.call(call);
            return column == null ? Calls.bind(call, this) : column;
        } else if (expression instanceof Expression.Aggregate aggregate) {
            return context.aggregate(aggregate);
        } else if (expression instanceof Expression.Window window) {
            return context.window(window);
        } else if (expression instanceof Expression.ArrayOf array) {
            return new ArrayCalls(this).of(array);
        } else if (expression instanceof Expression.Subscript subscript) {
            return new ArrayCalls(this).subscript(subscript);
        } else if (expression instanceof Expression.QuantifiedArray quantified) {
            return new ArrayCalls(this).quantified(quantified);
        } else if (conversions.dialect().hasRows() && expression instanceof Expression.Row row) {
            return new WrittenRows(this).of(row);
        } else if (expression instanceof Expression.FieldOf field) {
            return new WrittenRows(this).field(field);
        } else if (expression instanceof Expression.Row || expression instanceof Expression.AllRows) {
            throw OneRow.notOfOneRow(expression);
        } else if (isOrHasQuery(expression)) {
            return context.query(expression, this);
        } else {
            throw notSupported(expression);
        }
    }

    private static SqlException notSupported(Expression expression) {
        return new SqlException(
                SqlState.NOT_SUPPORTED,
                expression.position(),
                "Arguments with names are not supported. Write the values alone, in their order.");
    }

    private static boolean isOrHasQuery(Expression expression) {
        return expression instanceof Expression.ScalarQuery
                || expression instanceof Expression.Exists
                || expression instanceof Expression.InQuery
                || expression instanceof Expression.Quantified
                || expression instanceof Expression.ArrayQuery;
    }

    private Bound unary(Expression.Unary unary) {
        Bound operand = bind(unary.operand());
        if (unary.operator() == UnaryOperator.NOT) {
            return not(requireCondition(operand, "What NOT negates"), unary.position());
        }
        if (operand.type().is(Kind.UNKNOWN)) {
            operand = conversions.to(operand, SqlType.DOUBLE);
        }
        if (!operand.type().isNumber() && !operand.type().is(Kind.INTERVAL)) {
            throw noOperator(unary.position(), "A sign needs a number, not " + operand.type() + ".");
        }
        if (unary.operator() == UnaryOperator.PLUS) {
            return operand;
        }
        return isSignedNumber(unary.operand())
                ? Literals.negated((Bound.Constant) operand)
                : new Bound.Negation(operand, operand.type(), unary.position());
    }

    /** Whether an expression is a signed number, whose type depends on all its signs. */
    private static boolean isSignedNumber(Expression expression) {
        return expression instanceof Expression.NumberLiteral
                || (expression instanceof Expression.Unary unary
                        && unary.operator() != UnaryOperator.NOT
                        && isSignedNumber(unary.operand()));
    }

    private static Bound not(Bound operand, int position) {
        return new Bound.Not(operand, position);
    }

    private Bound binary(Expression.Binary binary) {
        BinaryOperator operator = binary.operator();
        if (operator.isLogical()) {
            return new Bound.Logical(
                    operator == BinaryOperator.AND,
                    requireCondition(bind(binary.left()), "The left side of " + operator.sign()),
                    requireCondition(bind(binary.right()), "The right side of " + operator.sign()),
                    binary.position());
        }
        if (operator.isComparison() && (RowComparisons.isRow(binary.left()) || RowComparisons.isRow(binary.right()))) {
            return new RowComparisons(this).compared(operator, binary.left(), binary.right(), binary.position());
        }
        if (operator.isComparison()) {
            Conversions.Pair pair = pair(binary.left(), binary.right(), operator.sign(), binary.position());
            return new Bound.Comparison(operator, pair.left(), pair.right(), binary.position());
        }
        if (operator == BinaryOperator.CONCATENATE) {
            Bound left = bind(binary.left());
            Bound right = bind(binary.right());
            if (left.type().is(Kind.ARRAY) || right.type().is(Kind.ARRAY)) {
                return new ArrayCalls(this).joined(left, right, binary.position());
            }
            if (!isTextual(left) && !isTextual(right)) {
                throw noOperator(
                        binary.position(),
                        "The operator || needs a text or an array, not " + left.type() + " and " + right.type()
                                + ". Write x::text.");
            }
            return new Bound.Concatenation(conversions.toText(left), conversions.toText(right), binary.position());
        }
        if (operator == BinaryOperator.POWER) {
            return Calls.power(bind(binary.left()), bind(binary.right()), binary.position(), this);
        }
        if (operator.isArithmetic()) {
            return arithmetic(operator, bind(binary.left()), bind(binary.right()), binary.position());
        }
        return match(binary);
    }

    private static boolean isTextual(Bound bound) {
        return bound.type().isText() || bound.type().is(Kind.UNKNOWN);
    }

    private Bound match(Expression.Binary binary) {
        BinaryOperator operator = binary.operator();
        boolean ignoresCase = operator == BinaryOperator.MATCHES_IGNORING_CASE
                || operator == BinaryOperator.MATCHES_NOT_IGNORING_CASE;
        Bound operand = conversions.toText(bind(binary.left()));
        Bound pattern = conversions.toText(bind(binary.right()));
        Bound test = pattern instanceof Bound.Constant constant && constant.value() instanceof String text
                ? new Bound.Like(
                        operand, RegularExpression.of(text, ignoresCase, constant.position()), binary.position())
                : Calls.match(operand, pattern, ignoresCase, binary.position());
        boolean isNegated =
                operator == BinaryOperator.MATCHES_NOT || operator == BinaryOperator.MATCHES_NOT_IGNORING_CASE;
        return isNegated ? not(test, binary.position()) : test;
    }

    /** Also used by functions such as {@code mod}. */
    Bound arithmetic(BinaryOperator operator, Bound left, Bound right, int position) {
        if (TimeCalls.areOperands(left, right)) {
            return new TimeCalls(this).operator(operator, left, right, position);
        }
        Conversions.Pair pair = conversions.pair(left, right, operator.sign(), position);
        SqlType type = pair.left().type();
        if (!type.isNumber()) {
            throw noOperator(position, "The operator " + operator.sign() + " needs numbers, not " + type + ".");
        }
        if (operator == BinaryOperator.MODULO && (type.is(Kind.REAL) || type.is(Kind.DOUBLE))) {
            throw noOperator(position, "The operator % needs exact numbers. Cast to numeric.");
        }
        return new Bound.Arithmetic(
                operator, pair.left(), pair.right(), type.is(Kind.NUMERIC) ? SqlType.NUMERIC : type, position);
    }

    private Conversions.Pair pair(Expression left, Expression right, String operator, int position) {
        return conversions.pair(bind(left), bind(right), operator, position);
    }

    private Bound is(Expression.Is is) {
        Bound operand = bind(is.operand());
        Bound test;
        if (is.test() == Expression.Is.Test.NULL
                && operand instanceof Bound.ArrayOf row
                && row.type().is(Kind.RECORD)) {
            return WrittenRows.areNull(row, is.isNegated());
        } else if (is.test() == Expression.Is.Test.NULL) {
            test = new Bound.IsNull(operand, is.position());
        } else {
            Bound condition = requireCondition(operand, "What IS " + is.test() + " asks about");
            test = is.test() == Expression.Is.Test.UNKNOWN
                    ? new Bound.IsNull(condition, is.position())
                    : new Bound.IsTruth(condition, is.test() == Expression.Is.Test.TRUE, is.position());
        }
        return is.isNegated() ? not(test, is.position()) : test;
    }

    /** As the two comparisons that it abbreviates. */
    private Bound between(Expression.Between between) {
        Bound inOrder = between(between, between.low(), between.high());
        Bound range = between.isSymmetric()
                ? new Bound.Logical(false, inOrder, between(between, between.high(), between.low()), between.position())
                : inOrder;
        return between.isNegated() ? not(range, between.position()) : range;
    }

    private Bound between(Expression.Between between, Expression low, Expression high) {
        int position = between.position();
        Conversions.Pair above = pair(between.operand(), low, "BETWEEN", position);
        Conversions.Pair below = pair(between.operand(), high, "BETWEEN", position);
        return new Bound.Logical(
                true,
                new Bound.Comparison(BinaryOperator.GREATER_OR_EQUAL, above.left(), above.right(), position),
                new Bound.Comparison(BinaryOperator.LESS_OR_EQUAL, below.left(), below.right(), position),
                position);
    }

    private Bound in(Expression.In in) {
        Bound test = RowComparisons.isRow(in.operand()) ? new RowComparisons(this).in(in) : ofValues(in);
        return in.isNegated() ? not(test, in.position()) : test;
    }

    private Bound ofValues(Expression.In in) {
        List<Bound> all = new ArrayList<>();
        all.add(bind(in.operand()));
        in.values().forEach(value -> all.add(bind(value)));
        List<Bound> alike = conversions.operands(all, "IN", in.position());
        return new Bound.In(alike.get(0), alike.subList(1, alike.size()), in.position());
    }

    private Bound like(Expression.Like like) {
        Bound operand = conversions.toText(bind(like.operand()));
        Bound pattern = bind(like.pattern());
        Bound test;
        if (pattern instanceof Bound.Constant constant && constant.value() instanceof String text) {
            LikePattern compiled = LikePattern.of(text, escape(like), like.ignoresCase(), constant.position());
            test = new Bound.Like(operand, compiled, like.position());
        } else {
            test = Calls.like(operand, conversions.toText(pattern), escape(like), like);
        }
        return like.isNegated() ? not(test, like.position()) : test;
    }

    private int escape(Expression.Like like) {
        if (like.escape() == null) {
            return '\\';
        }
        if (bind(like.escape()) instanceof Bound.Constant escape
                && escape.value() instanceof String text
                && text.codePointCount(0, text.length()) <= 1) {
            return text.isEmpty() ? -1 : text.codePointAt(0);
        }
        throw new SqlException(
                SqlState.INVALID_ESCAPE, like.escape().position(), "ESCAPE needs a string of one character.");
    }

    private Bound choice(Expression.Case choice) {
        List<Bound> conditions = new ArrayList<>();
        List<Bound> results = new ArrayList<>();
        for (Expression.Case.When branch : choice.branches()) {
            conditions.add(condition(choice, branch));
            results.add(bind(branch.result()));
        }
        results.add(
                choice.otherwise() == null
                        ? new Bound.Constant(null, SqlType.UNKNOWN, choice.position())
                        : bind(choice.otherwise()));
        List<Bound> alike = conversions.alike(results, "CASE", choice.position());
        return new Bound.Case(List.copyOf(conditions), alike, Conversions.typeOf(alike), choice.position());
    }

    private Bound condition(Expression.Case choice, Expression.Case.When branch) {
        if (choice.operand() == null) {
            return requireCondition(bind(branch.condition()), "What follows WHEN");
        }
        int position = branch.condition().position();
        Conversions.Pair pair = pair(choice.operand(), branch.condition(), "=", position);
        return new Bound.Comparison(BinaryOperator.EQUAL, pair.left(), pair.right(), position);
    }

    private Bound requireCondition(Bound bound, String what) {
        if (bound.type().is(Kind.UNKNOWN)) {
            return conversions.to(bound, SqlType.BOOLEAN);
        }
        if (!bound.type().is(Kind.BOOLEAN)) {
            throw new SqlException(
                    SqlState.DATATYPE_MISMATCH,
                    bound.position(),
                    what + " has to be a condition, not " + bound.type() + ". Compare it with a value.");
        }
        return bound;
    }

    private static SqlException noOperator(int position, String message) {
        return new SqlException(SqlState.UNDEFINED_FUNCTION, position, message);
    }
}
