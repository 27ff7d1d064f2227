package dev.aimonflink.sql.rows;

import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.bind.Column;
import dev.aimonflink.sql.evaluate.BoundRewriter;
import dev.aimonflink.sql.evaluate.Conjuncts;
import dev.aimonflink.sql.plan.Output;
import dev.aimonflink.sql.plan.Plan;
import dev.aimonflink.sql.text.BinaryOperator;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * Orders a chain of inner joins by their equalities. If no equality connects the next input of the text with those joined already, and one
 * of columns connects another, that one comes first, so that no pairs are built which it removes:
 *
 * <pre>{@code
 * FROM a, b, c WHERE a.x = c.x AND c.y = b.y     is joined as     a, c, b
 * }</pre>
 *
 * <p>The first input stays first, and a good order stays as it is. Outer joins are inputs like tables. A condition over several inputs that
 * is neither a comparison of columns nor an equality is tested behind all joins: in another order it could fail for rows that it would not
 * see.
 */
final class JoinOrder {
    private static final int FEWEST_INPUTS = 3;

    private record Input(Plan plan, int from, int to) {
        boolean hasAll(BitSet columns) {
            return !columns.isEmpty() && columns.nextSetBit(0) >= from && columns.length() <= to;
        }
    }

    /** Two values that have to be equal, by the columns that they read. */
    private record Equality(BitSet left, BitSet right, boolean isOfColumns) {
        boolean connects(Input input, BitSet joined) {
            return (input.hasAll(left) && isIn(right, joined)) || (input.hasAll(right) && isIn(left, joined));
        }

        private static boolean isIn(BitSet columns, BitSet joined) {
            BitSet missing = (BitSet) columns.clone();
            missing.andNot(joined);
            return !columns.isEmpty() && missing.isEmpty();
        }
    }

    private final List<Output> outputs;
    private final Budget budget;
    private final List<Input> inputs = new ArrayList<>();
    private final List<Bound> conjuncts = new ArrayList<>();
    private final List<Equality> equalities = new ArrayList<>();

    private JoinOrder(Plan.Join join, Budget budget) {
        outputs = join.outputs();
        this.budget = budget;
    }

    /** The rows of a join for which a condition holds, in a good order. */
    static Plan of(Plan.Join join, Bound filter, Budget budget) {
        Plan written = filter == null ? join : new Plan.Filter(join, filter);
        JoinOrder order = new JoinOrder(join, budget);
        order.add(join, 0);
        if (order.inputs.size() < FEWEST_INPUTS) {
            return written;
        }
        order.conjuncts.addAll(Conjuncts.of(filter));
        order.conjuncts.forEach(order::addEquality);
        List<Input> ordered = order.ordered();
        return ordered.equals(order.inputs) ? written : order.joined(ordered);
    }

    private void add(Plan plan, int from) {
        int to = from + plan.outputs().size();
        if (plan instanceof Plan.Join join && isInner(join)) {
            add(join.left(), from);
            add(join.right(), to - join.right().outputs().size());
            addConjuncts(join.condition(), from);
        } else if (plan instanceof Plan.Filter filter && isInner(filter.input())) {
            add(filter.input(), from);
            addConjuncts(filter.condition(), from);
        } else {
            inputs.add(new Input(plan, from, to));
        }
    }

    private static boolean isInner(Plan plan) {
        return plan instanceof Plan.Join join && join.kind() == Plan.Join.Kind.INNER;
    }

    private void addConjuncts(Bound condition, int from) {
        Conjuncts.of(condition).forEach(each -> conjuncts.add(BoundRewriter.withoutFirst(-from, each)));
    }

    private void addEquality(Bound conjunct) {
        if (conjunct instanceof Bound.Comparison comparison && comparison.operator() == BinaryOperator.EQUAL) {
            addEquality(comparison.left(), comparison.right());
        } else if (conjunct instanceof Bound.Same same) {
            addEquality(same.left(), same.right());
        }
    }

    private void addEquality(Bound left, Bound right) {
        boolean isOfColumns = JoinKeys.neverFails(left) && JoinKeys.neverFails(right);
        equalities.add(
                new Equality(Conjuncts.columnsOf(List.of(left)), Conjuncts.columnsOf(List.of(right)), isOfColumns));
    }

    private List<Input> ordered() {
        List<Input> remaining = new ArrayList<>(inputs);
        List<Input> ordered = new ArrayList<>();
        BitSet joined = new BitSet();
        while (!remaining.isEmpty()) {
            Input next = ordered.isEmpty() ? remaining.get(0) : next(remaining, joined);
            remaining.remove(next);
            ordered.add(next);
            joined.set(next.from(), next.to());
        }
        return ordered;
    }

    private Input next(List<Input> remaining, BitSet joined) {
        Input next = remaining.get(0);
        if (isConnected(next, joined, false)) {
            return next;
        }
        for (Input each : remaining) {
            if (isConnected(each, joined, true)) {
                return each;
            }
        }
        return next;
    }

    private boolean isConnected(Input input, BitSet joined, boolean byColumns) {
        for (Equality each : equalities) {
            budget.step();
            if ((each.isOfColumns() || !byColumns) && each.connects(input, joined)) {
                return true;
            }
        }
        return false;
    }

    /** Joins the inputs from left to right, with columns in the text's order. */
    private Plan joined(List<Input> ordered) {
        int[] places = new int[outputs.size()];
        int place = 0;
        Plan joined = null;
        for (Input input : ordered) {
            for (int column = input.from(); column < input.to(); column++) {
                places[column] = place++;
            }
            joined = joined == null ? input.plan() : new Plan.Join(Plan.Join.Kind.INNER, joined, input.plan(), null);
        }
        List<Bound> within = conjuncts.stream().filter(this::isWithin).toList();
        List<Bound> behind = conjuncts.stream().filter(each -> !isWithin(each)).toList();
        BoundRewriter moving = new BoundRewriter(
                node -> node instanceof Bound.Field field ? moved(field.column(), places, field.position()) : null);
        List<Bound> shown = new ArrayList<>();
        for (Output output : outputs) {
            shown.add(moved(Column.of(output.name(), output.type(), shown.size()), places, 0));
        }
        return filtered(new Plan.Project(filtered(joined, moving.rewrite(within)), shown, outputs), behind);
    }

    private static Bound moved(Column column, int[] places, int position) {
        Column moved = new Column(column.name(), column.type(), places[column.index()], column.min(), column.max());
        return new Bound.Field(moved, position);
    }

    /** Whether a condition is tested as soon as its columns are there: over a single input, an equality, or infallible. */
    private boolean isWithin(Bound conjunct) {
        BitSet columns = Conjuncts.columnsOf(List.of(conjunct));
        if (inputs.stream().anyMatch(input -> input.hasAll(columns)) || conjunct instanceof Bound.Same) {
            return true;
        }
        return conjunct instanceof Bound.Comparison comparison
                && (comparison.operator() == BinaryOperator.EQUAL
                        || (JoinKeys.neverFails(comparison.left()) && JoinKeys.neverFails(comparison.right())));
    }

    private static Plan filtered(Plan plan, List<Bound> conjuncts) {
        return conjuncts.isEmpty() ? plan : new Plan.Filter(plan, Conjuncts.all(conjuncts));
    }
}
