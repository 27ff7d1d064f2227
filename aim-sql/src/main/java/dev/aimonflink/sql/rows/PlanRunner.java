package dev.aimonflink.sql.rows;

import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;
import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.bind.Operands;
import dev.aimonflink.sql.evaluate.Conjuncts;
import dev.aimonflink.sql.evaluate.Row;
import dev.aimonflink.sql.evaluate.RowEvaluator;
import dev.aimonflink.sql.plan.Expressions;
import dev.aimonflink.sql.plan.Plan;
import dev.aimonflink.sql.plan.PlannedQuery;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Opens the rows of plans in which all values are known. */
final class PlanRunner {
    private static final Row NO_COLUMNS = Row.of();

    private final TableRows relations;
    private final Budget budget;

    /** The rows that recursions found last. */
    private final Map<Integer, List<Object[]>> workings = new HashMap<>();

    PlanRunner(TableRows relations, Budget budget) {
        this.relations = relations;
        this.budget = budget;
    }

    /** A plan whose inner queries can be run. */
    Plan ready(Plan plan) {
        return Expressions.inPlan(plan, whole -> Operands.changed(whole, this::ready));
    }

    private Bound ready(Bound node) {
        return node instanceof Bound.Subquery subquery && subquery.query() instanceof PlannedQuery.Initial query
                ? new Bound.Subquery(
                        new QueryOfRow(query, this, budget), subquery.operands(), subquery.type(), subquery.position())
                : node;
    }

    /** The rows of a recursion's second plan over those found last. */
    List<Object[]> round(Plan.Recursion recursion, List<Object[]> last) {
        List<Object[]> outer = workings.put(recursion.number(), last);
        try {
            return all(recursion.next());
        } finally {
            workings.put(recursion.number(), outer);
        }
    }

    List<Object[]> all(Plan plan) {
        int columns = plan.outputs().size();
        RowStream rows = open(plan);
        List<Object[]> all = new ArrayList<>();
        for (Row row = rows.next(); row != null; row = rows.next()) {
            budget.keepRow(columns);
            all.add(Key.values(row, columns));
        }
        return all;
    }

    /** Reads no row before the first one is asked for. */
    RowStream open(Plan plan) {
        if (plan instanceof Plan.Scan scan) {
            return RowStream.later(() -> scanned(scan));
        } else if (plan instanceof Plan.Values values) {
            return values(values);
        } else if (plan instanceof Plan.Working working) {
            return RowStream.of(
                    workings.get(working.number()).stream().map(Row::of).iterator());
        } else if (plan instanceof Plan.Recursion recursion) {
            return new RecursiveRows(recursion, this, budget);
        } else if (plan instanceof Plan.TableFunction called) {
            return RowStream.later(() -> new FunctionRows(called, budget));
        } else if (plan instanceof Plan.Filter filter) {
            return filtered(filter);
        } else if (plan instanceof Plan.Project project) {
            return projected(project, open(project.input()));
        } else if (plan instanceof Plan.Join join) {
            return inOrder(JoinOrder.of(join, null, budget));
        } else if (plan instanceof Plan.Lateral lateral) {
            return RowStream.later(() -> new LateralJoin(lateral, open(lateral.left()), this, budget));
        } else if (plan instanceof Plan.Aggregate aggregate) {
            return RowStream.later(() -> new Grouping(aggregate, budget).of(open(aggregate.input())));
        } else if (plan instanceof Plan.Window window) {
            return RowStream.later(() -> new WindowedRows(window, budget).of(open(window.input())));
        } else if (plan instanceof Plan.Sort sort) {
            return RowStream.later(() -> sorted(sort, Long.MAX_VALUE));
        } else {
            return ofWholeRows(plan);
        }
    }

    /** Opens a plan from which at most {@code most} rows are wanted. */
    private RowStream openFirst(Plan plan, long most) {
        if (plan instanceof Plan.Sort sort) {
            return RowStream.later(() -> sorted(sort, most));
        } else if (plan instanceof Plan.Project project) {
            return projected(project, openFirst(project.input(), most));
        } else {
            return open(plan);
        }
    }

    private RowStream ofWholeRows(Plan plan) {
        SetOperations operations = new SetOperations(plan.outputs().size(), budget);
        if (plan instanceof Plan.Distinct distinct) {
            return operations.distinct(open(distinct.input()));
        } else if (plan instanceof Plan.SetOperation operation) {
            return operations.of(operation, open(operation.left()), open(operation.right()));
        } else {
            return limited((Plan.Limit) plan);
        }
    }

    private RowStream scanned(Plan.Scan scan) {
        RowStream rows = RowStream.of(relations.rows(scan.table()).iterator());
        return () -> {
            budget.step();
            return rows.next();
        };
    }

    private RowStream values(Plan.Values values) {
        return RowStream.of(
                values.rows().stream().map(row -> evaluated(row, NO_COLUMNS)).iterator());
    }

    private Row evaluated(List<Bound> expressions, Row row) {
        Object[] values = new Object[expressions.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = budget.evaluate(expressions.get(i), row);
        }
        return Row.of(values);
    }

    private RowStream filtered(Plan.Filter filter) {
        if (Conjuncts.isConstant(filter.condition())) {
            // Tools use conditions such as 1 = 0 to see only the columns.
            return budget.isTrue(filter.condition(), NO_COLUMNS) ? open(filter.input()) : RowStream.NONE;
        }
        if (filter.input() instanceof Plan.Filter inner) {
            Bound both = new Bound.Logical(
                    true,
                    inner.condition(),
                    filter.condition(),
                    filter.condition().position());
            return filtered(new Plan.Filter(inner.input(), both));
        }
        if (filter.input() instanceof Plan.Join join) {
            return inOrder(JoinOrder.of(join, filter.condition(), budget));
        }
        return filter.input() instanceof Plan.Lateral lateral
                ? filtered(lateral, filter.condition())
                : tested(open(filter.input()), filter.condition());
    }

    /** The right side runs only for left rows that pass their conditions. */
    private RowStream filtered(Plan.Lateral lateral, Bound condition) {
        int width = lateral.left().outputs().size();
        List<Bound> ofLeft = Conjuncts.of(condition);
        List<Bound> others = new ArrayList<>(ofLeft);
        ofLeft.removeIf(each -> !Conjuncts.isOver(each, 0, width));
        others.removeAll(ofLeft);
        if (ofLeft.isEmpty()) {
            return tested(open(lateral), condition);
        }
        Plan left = new Plan.Filter(lateral.left(), Conjuncts.all(ofLeft));
        Plan chosen = new Plan.Lateral(lateral.kind(), left, lateral.right(), lateral.outer(), lateral.condition());
        return others.isEmpty() ? open(chosen) : tested(open(chosen), Conjuncts.all(others));
    }

    private RowStream tested(RowStream input, Bound condition) {
        return () -> {
            Row row = input.next();
            while (row != null && !budget.isTrue(condition, row)) {
                row = input.next();
            }
            return row;
        };
    }

    private RowStream projected(Plan.Project project, RowStream input) {
        if (project.expressions().stream()
                .allMatch(each -> each instanceof Bound.Field || each instanceof Bound.Constant)) {
            return chosen(project.expressions(), input);
        }
        return () -> {
            Row row = input.next();
            return row == null ? null : evaluated(project.expressions(), row);
        };
    }

    /** Rows that show columns of others, and constants, without values of their own, however many columns they have. */
    private static RowStream chosen(List<Bound> expressions, RowStream input) {
        final Bound[] columns = expressions.toArray(Bound[]::new);
        return () -> {
            final Row row = input.next();
            return row == null ? null : column -> RowEvaluator.evaluate(columns[column], row);
        };
    }

    /** Opens a plan whose inner joins keep their order, if it is a join. */
    private RowStream inOrder(Plan plan) {
        if (plan instanceof Plan.Join join) {
            return joined(FilteredJoin.of(join, null));
        } else if (plan instanceof Plan.Filter filter && filter.input() instanceof Plan.Join join) {
            return joined(FilteredJoin.of(join, filter.condition()));
        } else {
            return open(plan);
        }
    }

    private RowStream joined(FilteredJoin filtered) {
        Plan.Join join = filtered.join();
        RowStream rows = RowStream.later(() -> {
            boolean isInner = join.kind() == Plan.Join.Kind.INNER;
            RowStream left = isInner ? inOrder(join.left()) : open(join.left());
            RowStream right = isInner ? inOrder(join.right()) : open(join.right());
            return new Join(join, left, right, budget);
        });
        return filtered.filter() == null ? rows : tested(rows, filtered.filter());
    }

    private RowStream sorted(Plan.Sort sort, long most) {
        SortedRows sorted = new SortedRows(sort.terms(), most, budget);
        RowStream input = open(sort.input());
        for (Row row = input.next(); row != null; row = input.next()) {
            sorted.add(row);
        }
        return sorted.rows();
    }

    private RowStream limited(Plan.Limit limit) {
        long offset = number(limit.offset(), 0, "OFFSET", SqlState.INVALID_OFFSET);
        long count = number(limit.count(), Long.MAX_VALUE, "LIMIT", SqlState.INVALID_LIMIT);
        long most = count > Long.MAX_VALUE - offset ? Long.MAX_VALUE : offset + count;
        RowStream input = openFirst(limit.input(), most);
        return new RowStream() {
            private long leftOut;
            private long shown;

            @Override
            public Row next() {
                if (shown == count) {
                    return null;
                }
                while (leftOut < offset) {
                    if (input.next() == null) {
                        return null;
                    }
                    leftOut++;
                }
                shown++;
                return input.next();
            }
        };
    }

    private static long number(Bound bound, long ofNull, String clause, SqlState state) {
        Object value = bound == null ? null : RowEvaluator.evaluate(bound, NO_COLUMNS);
        long number = value == null ? ofNull : (Long) value;
        if (number < 0) {
            throw new SqlException(
                    state, bound.position(), "The number of " + clause + " is " + number + ". Give one from 0 on.");
        }
        return number;
    }

    /** The rows of a recursion; no round begins before its rows are asked for. */
    private static final class RecursiveRows implements RowStream {
        private final Plan.Recursion plan;
        private final PlanRunner runner;
        private final Budget budget;

        /** The keys seen before, if equal rows count once. */
        private final Set<Key> seen = new HashSet<>();

        /** Null before the first round. */
        private List<Object[]> last;

        private Iterator<Object[]> rows;

        RecursiveRows(Plan.Recursion plan, PlanRunner runner, Budget budget) {
            this.plan = plan;
            this.runner = runner;
            this.budget = budget;
        }

        @Override
        public Row next() {
            while (rows == null || !rows.hasNext()) {
                if (last != null && last.isEmpty()) {
                    return null;
                }
                budget.step();
                last = last == null ? runner.all(plan.first()) : runner.round(plan, last);
                if (!plan.isAll()) {
                    last.removeIf(row -> !seen.add(Key.of(row)));
                }
                rows = last.iterator();
            }
            return Row.of(rows.next());
        }
    }
}
