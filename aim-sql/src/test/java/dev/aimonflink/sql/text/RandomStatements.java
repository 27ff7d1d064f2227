package dev.aimonflink.sql.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;

/** Trees of statements by chance, in which each kind of node comes up. */
final class RandomStatements {
    private static final int MAX_DEPTH = 5;
    private static final List<String> NAMES =
            List.of("a", "b", "total_cost", "t", "Upper", "select", "with\"quote", "date", "filter", "größe", "exists");
    private static final List<String> TYPES = List.of(
            "int",
            "double precision",
            "text",
            "timestamp with time zone",
            "time without time zone",
            "date",
            "interval");

    private final Random random;
    private int depth;

    RandomStatements(long seed) {
        random = new Random(seed);
    }

    Statement statement() {
        QueryExpression query = query();
        return switch (random.nextInt(3)) {
            case 0 -> new Statement.Explain(query, random.nextBoolean(), one(Statement.Explain.Format.values()), 0);
            default -> new Statement.Ask(query, 0);
        };
    }

    private QueryExpression query() {
        depth++;
        List<QueryExpression.CommonTable> with = isDeep() || random.nextInt(4) > 0
                ? List.of()
                : some(1, 2, () -> new QueryExpression.CommonTable(name(), names(0), false, query(), 0));
        List<SortKey> order = random.nextInt(3) > 0 ? List.of() : sortKeys();
        Expression limit = random.nextInt(3) > 0 ? null : expression();
        Expression offset = random.nextInt(4) > 0 ? null : expression();
        QueryBody body = body();
        if (with.isEmpty()
                && order.isEmpty()
                && limit == null
                && offset == null
                && body instanceof QueryExpression plain) {
            depth--;
            return plain;
        }
        depth--;
        return new QueryExpression(with, body, order, limit, offset, 0);
    }

    private QueryBody body() {
        return switch (isDeep() ? 0 : random.nextInt(8)) {
            case 1 -> new QueryBody.Values(some(1, 3, () -> some(1, 2, this::expression)), 0);
            case 2, 3 ->
                new QueryBody.SetOperation(
                        one(QueryBody.SetOperation.Kind.values()),
                        random.nextBoolean(),
                        query().simplified(),
                        query().simplified(),
                        0);
            case 4 -> query().simplified();
            default -> select();
        };
    }

    private QueryBody.Select select() {
        boolean isOn = random.nextInt(8) == 0;
        return new QueryBody.Select(
                !isOn && random.nextBoolean(),
                isOn ? some(1, 2, this::expression) : List.of(),
                some(1, 3, this::item),
                some(0, 2, this::from),
                maybe(this::expression),
                random.nextBoolean() ? List.of() : some(1, 2, this::expression),
                maybe(this::expression),
                List.of(),
                0);
    }

    private SelectItem item() {
        return switch (random.nextInt(5)) {
            case 0 -> new SelectItem.AllColumns(names(0), 0);
            case 1 -> new SelectItem.Value(expression(), name(), 0);
            default -> new SelectItem.Value(expression(), null, 0);
        };
    }

    private FromItem from() {
        depth++;
        FromItem from =
                switch (isDeep() ? 0 : random.nextInt(4)) {
                    case 1 -> new FromItem.Derived(query(), false, alias(), 0);
                    case 2 -> join();
                    default -> new FromItem.Table(names(1), alias(), 0);
                };
        depth--;
        return from;
    }

    private FromItem join() {
        FromItem.Join.Kind kind = one(FromItem.Join.Kind.values());
        boolean hasCondition = kind != FromItem.Join.Kind.CROSS && random.nextBoolean();
        boolean isNatural = kind != FromItem.Join.Kind.CROSS && !hasCondition && random.nextBoolean();
        boolean hasColumns = kind != FromItem.Join.Kind.CROSS && !hasCondition && !isNatural;
        return new FromItem.Join(
                kind,
                from(),
                from(),
                hasCondition ? expression() : null,
                hasColumns ? names(1) : List.of(),
                isNatural,
                0);
    }

    private FromItem.Alias alias() {
        return random.nextBoolean() ? null : new FromItem.Alias(name(), names(0));
    }

    private List<SortKey> sortKeys() {
        return some(1, 3, () -> new SortKey(expression(), random.nextBoolean(), random.nextBoolean()));
    }

    Expression expression() {
        depth++;
        Expression expression = isDeep() || random.nextInt(3) == 0 ? leaf() : node();
        depth--;
        return expression;
    }

    private Expression leaf() {
        return switch (random.nextInt(7)) {
            case 0 -> new Expression.NumberLiteral(one("0", "12", "1.50", ".5", "1e3"), 0);
            case 1 -> new Expression.StringLiteral(one("", "it's", "x%", "a\\b", "größe\n"), 0);
            case 2 -> new Expression.BooleanLiteral(random.nextBoolean(), 0);
            case 3 -> new Expression.NullLiteral(0);
            case 4 -> new Expression.Parameter(1 + random.nextInt(9), 0);
            default -> columnName();
        };
    }

    private Expression columnName() {
        List<String> parts = names(1);
        boolean mustBeQuoted = Shown.name(parts.get(parts.size() - 1)).startsWith("\"");
        return new Expression.Name(parts, mustBeQuoted || random.nextBoolean(), 0);
    }

    private Expression node() {
        return switch (random.nextInt(17)) {
            case 0 -> new Expression.Unary(one(UnaryOperator.values()), expression(), 0);
            case 1, 2 -> new Expression.Binary(one(BinaryOperator.values()), expression(), expression(), 0);
            case 3 -> new Expression.Is(expression(), one(Expression.Is.Test.values()), random.nextBoolean(), 0);
            case 4 -> new Expression.IsDistinct(expression(), expression(), random.nextBoolean(), 0);
            case 5 ->
                new Expression.Between(
                        expression(), expression(), expression(), random.nextBoolean(), random.nextBoolean(), 0);
            case 6 -> new Expression.In(expression(), some(2, 4, this::expression), random.nextBoolean(), 0);
            case 7 ->
                new Expression.Like(
                        expression(),
                        expression(),
                        maybe(this::expression),
                        random.nextBoolean(),
                        random.nextBoolean(),
                        0);
            case 8 -> new Expression.Cast(expression(), type(), 0);
            case 9 ->
                new Expression.Case(
                        maybe(this::expression),
                        some(1, 3, () -> new Expression.Case.When(expression(), expression())),
                        maybe(this::expression),
                        0);
            case 10 -> call();
            case 11 -> aggregate();
            case 12 -> new Expression.Row(some(1, 3, this::expression), 0);
            case 13 -> new Expression.ScalarQuery(query(), 0);
            case 14 -> new Expression.Exists(query(), 0);
            case 15 -> new Expression.InQuery(expression(), query(), random.nextBoolean(), 0);
            default ->
                new Expression.Quantified(
                        one(BinaryOperator.EQUAL, BinaryOperator.LESS, BinaryOperator.MATCHES),
                        expression(),
                        random.nextBoolean(),
                        query(),
                        0);
        };
    }

    private Expression.Call call() {
        return switch (random.nextInt(4)) {
            case 0 -> new Expression.Call("extract", List.of(new Expression.StringLiteral("hour", 0), expression()), 0);
            case 1 -> new Expression.Call(one("current_date", "session_user"), List.of(), 0);
            default -> new Expression.Call(one("sum", "coalesce", "other.f"), some(0, 3, this::expression), 0);
        };
    }

    private Expression aggregate() {
        Expression filter = maybe(this::expression);
        return switch (random.nextInt(3)) {
            case 0 ->
                new Expression.Aggregate(
                        new Expression.Call("count", List.of(new Expression.AllRows(0)), 0),
                        false,
                        List.of(),
                        List.of(),
                        filter,
                        0);
            case 1 ->
                new Expression.Aggregate(
                        new Expression.Call("sum", some(1, 2, this::expression), 0),
                        true,
                        List.of(),
                        List.of(),
                        filter,
                        0);
            default ->
                new Expression.Aggregate(
                        new Expression.Call("percentile_disc", some(1, 1, this::expression), 0),
                        false,
                        List.of(),
                        sortKeys(),
                        filter,
                        0);
        };
    }

    private TypeName type() {
        return random.nextBoolean()
                ? new TypeName(one(TYPES), List.of(), 0)
                : new TypeName("numeric", some(1, 2, () -> 1 + random.nextInt(30)), 0);
    }

    private String name() {
        return one(NAMES);
    }

    /** Two at most. */
    private List<String> names(int fewest) {
        return some(fewest, 2, this::name);
    }

    private boolean isDeep() {
        return depth > MAX_DEPTH;
    }

    private <T> T maybe(Supplier<T> parts) {
        return random.nextBoolean() ? parts.get() : null;
    }

    private <T> List<T> some(int fewest, int most, Supplier<T> parts) {
        List<T> list = new ArrayList<>();
        int size = fewest + random.nextInt(most - fewest + 1);
        while (list.size() < size) {
            list.add(parts.get());
        }
        return List.copyOf(list);
    }

    @SafeVarargs
    private <T> T one(T... values) {
        return values[random.nextInt(values.length)];
    }

    private <T> T one(List<T> values) {
        return values.get(random.nextInt(values.size()));
    }
}
