package dev.aimonflink.query.ask.cut;

import dev.aimonflink.query.ask.tables.MatrixColumn;
import dev.aimonflink.query.compute.partial.GroupLimit;
import dev.aimonflink.query.compute.partial.KeyOrder;
import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.bind.Column;
import dev.aimonflink.sql.bind.PartCounter;
import dev.aimonflink.sql.evaluate.BoundRewriter;
import dev.aimonflink.sql.plan.AggregateCall;
import dev.aimonflink.sql.plan.Plan;
import dev.aimonflink.sql.plan.SortTerm;
import dev.aimonflink.sql.type.SqlType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Makes a fragment of a star: numbers the columns it reads and counts its parts. */
final class FragmentBuilder {
    private final StarJoin star;
    private final PartCounter partCounter;
    private final List<MatrixColumn> columns = new ArrayList<>();

    /** By index in the star, the index of a column that is read; null if it is not. */
    private final Integer[] indexes;

    private final BoundRewriter renumbered = new BoundRewriter(this::renumbered);
    private final List<Bound> conditions;

    FragmentBuilder(StarJoin star, PartCounter partCounter) {
        this.star = star;
        this.partCounter = partCounter;
        indexes = new Integer[star.columns().size()];
        conditions = renumbered.rewrite(star.conditions());
    }

    private Bound renumbered(Bound node) {
        partCounter.add(1, node.position());
        if (node instanceof Bound.Subquery || node instanceof Bound.Outer) {
            throw new IllegalStateException("Partitions run no inner queries: " + node);
        }
        if (!(node instanceof Bound.Field field)) {
            return null;
        }
        Column column = field.column();
        if (indexes[column.index()] == null) {
            indexes[column.index()] = columns.size();
            columns.add(star.columns().get(column.index()));
        }
        return new Bound.Field(
                new Column(column.name(), column.type(), indexes[column.index()], column.min(), column.max()),
                field.position());
    }

    private List<Bound> read(List<Bound> overOutputs) {
        return renumbered.rewrite(star.in(overOutputs));
    }

    private Bound read(Bound overOutputs) {
        return overOutputs == null ? null : renumbered.rewrite(star.in(overOutputs));
    }

    private AggregateCall read(AggregateCall aggregate) {
        return new AggregateCall(
                aggregate.function(),
                read(aggregate.arguments()),
                aggregate.isDistinct(),
                aggregate.order().stream()
                        .map(term -> new SortTerm(read(term.value()), term.isDescending(), term.nullsFirst()))
                        .toList(),
                read(aggregate.filter()),
                aggregate.type(),
                aggregate.position());
    }

    private static List<KeyOrder> usual(int keys) {
        return Collections.nCopies(keys, KeyOrder.USUAL);
    }

    /** Whether partitions can compute a plan's aggregates: these need no values of other queries, and their state is bounded. */
    static boolean canBeOf(Plan.Aggregate plan) {
        return plan.keys().stream().noneMatch(Initials::isIn)
                && plan.calls().stream().allMatch(FragmentBuilder::canBeOf);
    }

    private static boolean canBeOf(AggregateCall aggregate) {
        boolean isInOrder = aggregate.function().isOfIntervals()
                && (aggregate.type().is(SqlType.Kind.INTERVAL)
                        || aggregate.type().is(SqlType.Kind.REAL));
        if (aggregate.function().isOfAllRows() || isInOrder) {
            return false; // the parts of a text or an array would be as long as the whole
        }
        boolean isKnown = !aggregate.function().isPercentile()
                || (aggregate.arguments().get(0) instanceof Bound.Constant constant
                        && !constant.type().is(SqlType.Kind.ARRAY));
        return isKnown
                && aggregate.arguments().stream().noneMatch(Initials::isIn)
                && aggregate.order().stream().noneMatch(term -> Initials.isIn(term.value()))
                && !Initials.isIn(aggregate.filter());
    }

    Fragment ofGroups(Plan.Aggregate plan, List<KeyOrder> orders, GroupLimit limit) {
        return new Fragment(
                columns,
                conditions,
                read(plan.keys()),
                orders,
                0,
                plan.calls().stream().map(this::read).toList(),
                plan.isGrouped() ? Fragment.Kind.GROUPS : Fragment.Kind.ALL,
                limit,
                null);
    }

    Fragment ofGroups(Plan.Aggregate plan, GroupLimit limit) {
        return ofGroups(plan, usual(plan.keys().size()), limit);
    }

    Fragment ofDistinct(GroupLimit limit) {
        List<Bound> keys = renumbered.rewrite(star.outputs());
        return new Fragment(
                columns, conditions, keys, usual(keys.size()), 0, List.of(), Fragment.Kind.GROUPS, limit, null);
    }

    /** @param outputs indexes of the star's outputs that are used */
    Fragment ofRows(List<Integer> outputs, GroupLimit limit, Fragment.Extreme extremeOrNull) {
        List<Bound> keys = used(outputs);
        Fragment.Extreme extreme = extremeOrNull == null
                ? null
                : new Fragment.Extreme(renumbered.rewrite(extremeOrNull.value()), extremeOrNull.isGreatest());
        return new Fragment(
                columns, conditions, keys, usual(keys.size()), 0, List.of(), Fragment.Kind.ROWS, limit, extreme);
    }

    private List<Bound> used(List<Integer> outputs) {
        return outputs.stream()
                .map(each -> renumbered.rewrite(star.outputs().get(each)))
                .toList();
    }

    Fragment ofFirstRows(List<Integer> outputs, List<SortTerm> terms, GroupLimit limit) {
        List<Bound> keys = new ArrayList<>();
        List<KeyOrder> orders = new ArrayList<>();
        for (SortTerm term : terms) {
            keys.add(read(term.value()));
            orders.add(new KeyOrder(term.isDescending(), term.nullsFirst()));
        }
        keys.addAll(used(outputs));
        orders.addAll(usual(outputs.size()));
        return new Fragment(
                columns, conditions, keys, orders, terms.size(), List.of(), Fragment.Kind.FIRST_ROWS, limit, null);
    }
}
