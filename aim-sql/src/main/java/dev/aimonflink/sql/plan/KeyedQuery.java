package dev.aimonflink.sql.plan;

import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.bind.Column;
import dev.aimonflink.sql.bind.Operands;
import dev.aimonflink.sql.evaluate.BoundRewriter;
import dev.aimonflink.sql.evaluate.Conjuncts;
import dev.aimonflink.sql.evaluate.Folded;
import dev.aimonflink.sql.evaluate.NeverFails;
import dev.aimonflink.sql.text.BinaryOperator;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A query that only compares its own values with some of the outer row for equality. It is run once for all rows, with these values in
 * front of its own rows: {@code (SELECT count(*) FROM r WHERE r.zip = s.zip)} is the count that {@code s.zip} has in {@code SELECT r.zip,
 * count(*) FROM r GROUP BY r.zip}.
 */
final class KeyedQuery {
    private final List<Bound> around;
    private final boolean mayFail;

    /** What each key equals, over the outer row. */
    private final List<Bound> operands = new ArrayList<>();

    /** What a query of aggregates returns without rows; else null. */
    private List<Bound> ofNoRow;

    /** @param mayFail whether a failing row is an error even if no outer row may look it up */
    KeyedQuery(List<Bound> around, boolean mayFail) {
        this.around = around;
        this.mayFail = mayFail;
    }

    List<Bound> operands() {
        return operands;
    }

    /** The value for keys without a row, after {@link #withValues}. */
    List<Bound> ofNoRow() {
        return ofNoRow;
    }

    /** One row for each key of a query of aggregates; null if it needs more. */
    Plan withValues(Plan query) {
        Plan rows = withAggregates(query);
        return rows == null || !ofNoRow.stream().allMatch(Bound.Constant.class::isInstance) ? null : rows;
    }

    private Plan withAggregates(Plan query) {
        if (query instanceof Plan.Project project && areOwn(project.expressions().stream())) {
            Plan input = withAggregates(project.input());
            if (input == null) {
                return null;
            }
            ofNoRow = project.expressions().stream().map(this::overNoRow).toList();
            return projected(input, moved(project.expressions()), project.outputs());
        } else if (query instanceof Plan.Aggregate aggregate && !aggregate.isGrouped()) {
            ofNoRow = aggregate.calls().stream().map(KeyedQuery::ofNoRow).toList();
            return grouped(aggregate);
        } else {
            return null;
        }
    }

    private static Bound ofNoRow(AggregateCall call) {
        Object value =
                switch (call.function()) {
                    case COUNT, COUNT_ROWS, REGR_COUNT -> 0L;
                    default -> null;
                };
        return new Bound.Constant(value, call.type(), 0);
    }

    private Bound overNoRow(Bound bound) {
        return Operands.changed(
                bound,
                node -> node instanceof Bound.Field field
                        ? ofNoRow.get(field.column().index())
                        : Folded.of(node));
    }

    /** The keys of all rows of a query, with a constant behind them if given; null if it needs more. */
    Plan ofKeys(Plan query, Bound constantOrNull) {
        Plan rows = withKeys(rows(query));
        if (rows == null) {
            return null;
        }
        List<Output> outputs = new ArrayList<>(rows.outputs().subList(0, operands.size()));
        boolean isProjected = rows instanceof Plan.Project;
        List<Bound> columns = isProjected
                ? new ArrayList<>(((Plan.Project) rows).expressions().subList(0, operands.size()))
                : fields(outputs, 0);
        if (constantOrNull != null) {
            columns.add(constantOrNull);
            outputs.add(OutputNames.hidden(constantOrNull.type()));
        }
        return new Plan.Project(
                isProjected ? ((Plan.Project) rows).input() : rows, List.copyOf(columns), List.copyOf(outputs));
    }

    /** The rows of a query with its keys in front; null if it needs more, or has rows where its input has none. */
    Plan withKeys(Plan query) {
        if (query instanceof Plan.Filter filter) {
            return hasOuter(filter.condition()) ? filtered(filter) : ofFilter(filter);
        } else if (query instanceof Plan.Project project && areOwn(project.expressions().stream())) {
            Plan input = withKeys(project.input());
            return input == null ? null : projected(input, moved(project.expressions()), project.outputs());
        } else if (query instanceof Plan.Aggregate aggregate && aggregate.isGrouped()) {
            return grouped(aggregate);
        } else if (query instanceof Plan.Distinct distinct) {
            Plan input = withKeys(distinct.input());
            return input == null ? null : new Plan.Distinct(input);
        } else {
            return query instanceof Plan.Sort sort ? sorted(sort) : null;
        }
    }

    private Plan sorted(Plan.Sort sort) {
        Plan input = areOwn(sort.terms().stream().map(SortTerm::value)) ? withKeys(sort.input()) : null;
        return input == null ? null : new Plan.Sort(input, Expressions.inTerms(sort.terms(), this::moved));
    }

    private Plan ofFilter(Plan.Filter filter) {
        Plan input = areOwn(Stream.of(filter.condition())) ? withKeys(filter.input()) : null;
        return input == null ? null : new Plan.Filter(input, moved(filter.condition()));
    }

    /** Groups of the rows of each key. Keys without rows have no group, even if the query has one row for no rows. */
    private Plan grouped(Plan.Aggregate aggregate) {
        Stream<Bound> read = Stream.concat(
                aggregate.keys().stream(), aggregate.calls().stream().flatMap(AggregateCall::expressions));
        Plan input = areOwn(read) ? withKeys(aggregate.input()) : null;
        if (input == null) {
            return null;
        }
        List<Bound> keys = fields(input.outputs().subList(0, operands.size()), 0);
        keys.addAll(moved(aggregate.keys()));
        List<AggregateCall> calls = aggregate.calls().stream()
                .map(call -> Expressions.inCall(call, this::moved))
                .toList();
        return new Plan.Aggregate(input, true, List.copyOf(keys), calls);
    }

    private Plan projected(Plan input, List<Bound> values, List<Output> outputs) {
        List<Output> keys = input.outputs().subList(0, operands.size());
        List<Bound> expressions = fields(keys, 0);
        expressions.addAll(values);
        List<Output> all = new ArrayList<>(keys);
        all.addAll(outputs);
        return new Plan.Project(input, List.copyOf(expressions), List.copyOf(all));
    }

    static List<Bound> fields(List<Output> outputs, int from) {
        List<Bound> fields = new ArrayList<>();
        for (Output output : outputs) {
            fields.add(new Bound.Field(Column.of(output.name(), output.type(), from + fields.size()), 0));
        }
        return fields;
    }

    private List<Bound> moved(List<Bound> bounds) {
        return bounds.stream().map(this::moved).toList();
    }

    /** An expression over rows with the keys in front. */
    private Bound moved(Bound bound) {
        return BoundRewriter.withoutFirst(-operands.size(), bound);
    }

    /** The filter with the equalities, below which nothing uses the outer row. */
    private Plan filtered(Plan.Filter filter) {
        List<Bound> keys = new ArrayList<>();
        List<Bound> own = new ArrayList<>();
        for (Bound each : Conjuncts.of(filter.condition())) {
            if (!hasOuter(each)) {
                own.add(each);
            } else if (!(each instanceof Bound.Comparison comparison)
                    || comparison.operator() != BinaryOperator.EQUAL
                    || !(addKey(comparison.left(), comparison.right(), keys)
                            || addKey(comparison.right(), comparison.left(), keys))) {
                return null;
            }
        }
        if (Expressions.hasOuter(filter.input()) || !areOwn(Stream.concat(keys.stream(), own.stream()))) {
            return null;
        }
        Plan rows = own.isEmpty() ? filter.input() : new Plan.Filter(filter.input(), Conjuncts.all(own));
        List<Output> outputs = new ArrayList<>();
        keys.forEach(key -> outputs.add(OutputNames.hidden(key.type())));
        outputs.addAll(rows.outputs());
        keys.addAll(fields(rows.outputs(), 0));
        return new Plan.Project(rows, List.copyOf(keys), List.copyOf(outputs));
    }

    private boolean addKey(Bound outer, Bound key, List<Bound> keys) {
        boolean isKey = isAllOuter(outer) && !hasOuter(key);
        if (isKey) {
            operands.add(
                    Operands.changed(outer, node -> node instanceof Bound.Outer of ? around.get(of.index()) : node));
            keys.add(key);
        }
        return isKey;
    }

    /** Whether expressions use nothing of the outer row, and can be computed for rows that it does not look up. */
    private boolean areOwn(Stream<Bound> bounds) {
        return bounds.allMatch(each -> !hasOuter(each) && (mayFail || NeverFails.isWithinRange(each)));
    }

    private static boolean hasOuter(Bound bound) {
        return bound instanceof Bound.Outer || Operands.of(bound).stream().anyMatch(KeyedQuery::hasOuter);
    }

    private static boolean isAllOuter(Bound bound) {
        List<Bound> of = Operands.of(bound);
        return of.isEmpty()
                ? bound instanceof Bound.Outer || bound instanceof Bound.Constant
                : of.stream().allMatch(KeyedQuery::isAllOuter);
    }

    /** Below everything that does not affect whether there are rows. */
    private static Plan rows(Plan query) {
        if (query instanceof Plan.Project project) {
            return rows(project.input());
        } else if (query instanceof Plan.Distinct distinct) {
            return rows(distinct.input());
        } else if (query instanceof Plan.Sort sort) {
            return rows(sort.input());
        } else if (query instanceof Plan.Limit limit
                && limit.offset() == null
                && limit.count() instanceof Bound.Constant constant
                && constant.value() instanceof Long count
                && count > 0) {
            return rows(limit.input());
        } else {
            return query;
        }
    }
}
