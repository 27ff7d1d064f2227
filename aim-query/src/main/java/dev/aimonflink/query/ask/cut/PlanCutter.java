package dev.aimonflink.query.ask.cut;

import dev.aimonflink.query.ask.tables.MatrixTables;
import dev.aimonflink.query.ask.tables.Plans;
import dev.aimonflink.query.compute.partial.GroupLimit;
import dev.aimonflink.query.compute.partial.KeyOrder;
import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.bind.Column;
import dev.aimonflink.sql.bind.Operands;
import dev.aimonflink.sql.bind.PartCounter;
import dev.aimonflink.sql.evaluate.BoundRewriter;
import dev.aimonflink.sql.evaluate.Conjuncts;
import dev.aimonflink.sql.plan.Expressions;
import dev.aimonflink.sql.plan.Output;
import dev.aimonflink.sql.plan.Plan;
import dev.aimonflink.sql.plan.PlannedQuery;
import dev.aimonflink.sql.plan.SortTerm;
import dev.aimonflink.sql.plan.Table;
import dev.aimonflink.sql.plan.WindowCall;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/**
 * Cuts a query into fragments and the rest. The largest parts of a plan that partitions can compute by themselves become fragments. A limit
 * moves into a fragment where the answer stays right: on groups in the order of their keys, and on rows.
 */
public final class PlanCutter {
    private final MatrixTables tables;
    private final AnswerLimits limits;
    private final List<PlannedQuery.Initial> initials;
    private final List<Fragment> fragments = new ArrayList<>();
    private final PartCounter partCounter = new PartCounter();

    private PlanCutter(MatrixTables tables, AnswerLimits limits, List<PlannedQuery.Initial> initials) {
        this.tables = tables;
        this.limits = limits;
        this.initials = initials;
    }

    public static CutQuery cut(PlannedQuery query, MatrixTables tables, AnswerLimits limits) {
        PlanCutter cutter = new PlanCutter(tables, limits, query.initials());
        List<PlannedQuery.Initial> cutInitials = new ArrayList<>();
        for (PlannedQuery.Initial initial : query.initials()) {
            cutInitials.add(cutter.cut(initial, cutter.withCutQueries(initial.plan())));
        }
        // One row more than allowed is enough to detect too many.
        Plan plan = cutter.limited(cutter.withCutQueries(query.plan()), limits.rows() + 1L, all(query.plan()));
        return new CutQuery(new PlannedQuery(plan, cutInitials), List.copyOf(cutter.fragments));
    }

    /** Two rows are enough to detect that a query for a value has too many. */
    private PlannedQuery.Initial cut(PlannedQuery.Initial query, Plan plan) {
        Plan cut =
                switch (query.kind()) {
                    case VALUE -> limited(plan, 2, all(plan));
                    case EXISTS -> limited(plan, 1, all(plan));
                    case SET, SET_BY_KEY -> cut(new Plan.Distinct(plan), all(plan));
                    case VALUE_BY_KEY -> cut(plan, all(plan));
                };
        return query.of(cut);
    }

    /** The merger runs inner queries for each row, over what their own fragments gave. */
    private Plan withCutQueries(Plan plan) {
        return Expressions.inPlan(plan, whole -> Operands.changed(whole, this::withCutQuery));
    }

    private Bound withCutQuery(Bound node) {
        if (!(node instanceof Bound.Subquery subquery)) {
            return node;
        }
        PlannedQuery.Initial query = PlannedQuery.Initial.in(subquery);
        return new Bound.Subquery(cut(query, query.plan()), subquery.operands(), subquery.type(), subquery.position());
    }

    private static BitSet all(Plan plan) {
        BitSet all = new BitSet();
        all.set(0, plan.outputs().size());
        return all;
    }

    // ---- plans whose rows are all needed

    /** @param needed the columns that are used; others may be null */
    private Plan cut(Plan plan, BitSet needed) {
        if (!Plans.scansMatrix(plan, tables)) {
            return plan;
        }
        if (plan instanceof Plan.Limit limit) {
            return cutLimit(limit, needed);
        } else if (plan instanceof Plan.Aggregate aggregate) {
            return cutAggregate(aggregate, GroupLimit.orFail(limits.groups()));
        } else if (plan instanceof Plan.Distinct distinct) {
            return cutDistinct(distinct, GroupLimit.orFail(limits.groups()));
        }
        StarJoin star = StarJoin.of(plan, tables);
        return star != null ? rows(plan, star, needed, null, allRows(), null) : cutInputs(plan, needed);
    }

    private Plan cutInputs(Plan plan, BitSet needed) {
        if (plan instanceof Plan.Filter filter) {
            return cutFilter(filter, needed);
        } else if (plan instanceof Plan.Project project) {
            return new Plan.Project(
                    cut(project.input(), Conjuncts.columnsOf(project.expressions())),
                    project.expressions(),
                    project.outputs());
        } else if (plan instanceof Plan.Sort sort) {
            return new Plan.Sort(cut(sort.input(), with(needed, values(sort.terms()))), sort.terms());
        } else if (plan instanceof Plan.Window window) {
            return cutWindow(window, needed);
        } else if (plan instanceof Plan.Join join) {
            return cutJoin(join, needed);
        } else if (plan instanceof Plan.Lateral lateral) {
            return cutLateral(lateral, needed);
        } else if (plan instanceof Plan.Recursion recursion) {
            return new Plan.Recursion(
                    recursion.number(),
                    cut(recursion.first(), all(recursion.first())),
                    cut(recursion.next(), all(recursion.next())),
                    recursion.isAll());
        } else {
            Plan.SetOperation both = (Plan.SetOperation) plan;
            return new Plan.SetOperation(
                    both.operation(),
                    both.isAll(),
                    cut(both.left(), all(both.left())),
                    cut(both.right(), all(both.right())));
        }
    }

    /** All rows are needed, whatever is left out above. */
    private Plan cutWindow(Plan.Window window, BitSet needed) {
        List<Bound> read =
                window.calls().stream().flatMap(WindowCall::expressions).toList();
        BitSet below = needed.get(0, window.input().outputs().size());
        return new Plan.Window(cut(window.input(), with(below, read)), window.calls());
    }

    private static BitSet with(BitSet needed, List<Bound> read) {
        BitSet both = Conjuncts.columnsOf(read);
        both.or(needed);
        return both;
    }

    private static List<Bound> values(List<SortTerm> terms) {
        return terms.stream().map(SortTerm::value).toList();
    }

    private Plan cutJoin(Plan.Join join, BitSet needed) {
        int width = join.left().outputs().size();
        BitSet read = with(needed, join.condition() == null ? List.of() : List.of(join.condition()));
        return new Plan.Join(
                join.kind(),
                cut(join.left(), read.get(0, width)),
                cut(join.right(), read.get(width, width + join.right().outputs().size())),
                join.condition());
    }

    private Plan cutLateral(Plan.Lateral lateral, BitSet needed) {
        List<Bound> overBoth = lateral.condition() == null ? List.of() : List.of(lateral.condition());
        BitSet read = with(needed, overBoth);
        int width = lateral.left().outputs().size();
        return new Plan.Lateral(
                lateral.kind(),
                cut(lateral.left(), with(read.get(0, width), lateral.outer())),
                cut(
                        lateral.right(),
                        read.get(width, width + lateral.right().outputs().size())),
                lateral.outer(),
                lateral.condition());
    }

    private Plan cutFilter(Plan.Filter filter, BitSet needed) {
        List<Bound> conjuncts = Conjuncts.of(filter.condition());
        List<Bound> ofInitials = conjuncts.stream().filter(Initials::isIn).toList();
        if (!ofInitials.isEmpty()) {
            List<Bound> others =
                    conjuncts.stream().filter(each -> !Initials.isIn(each)).toList();
            Plan input = others.isEmpty() ? filter.input() : new Plan.Filter(filter.input(), Conjuncts.all(others));
            BitSet read = with(needed, ofInitials);
            Plan extremes = extremes(input, ofInitials, read);
            return new Plan.Filter(extremes != null ? extremes : cut(input, read), Conjuncts.all(ofInitials));
        }
        if (filter.input() instanceof Plan.Join join && join.kind() == Plan.Join.Kind.INNER) {
            return cutFilteredJoin(join, conjuncts, needed);
        }
        return new Plan.Filter(cut(filter.input(), with(needed, conjuncts)), filter.condition());
    }

    /** Tests conditions on one side of a join before it, so that partitions send fewer rows. */
    private Plan cutFilteredJoin(Plan.Join join, List<Bound> conjuncts, BitSet needed) {
        int width = join.left().outputs().size();
        List<Bound> ofLeft = new ArrayList<>();
        List<Bound> ofRight = new ArrayList<>();
        List<Bound> ofBoth = new ArrayList<>();
        for (Bound each : conjuncts) {
            BitSet read = Conjuncts.columnsOf(List.of(each));
            if (read.length() <= width) {
                ofLeft.add(each);
            } else if (read.nextSetBit(0) >= width) {
                ofRight.add(BoundRewriter.withoutFirst(width, each));
            } else {
                ofBoth.add(each);
            }
        }
        Plan.Join filtered = new Plan.Join(
                join.kind(), filtered(join.left(), ofLeft), filtered(join.right(), ofRight), join.condition());
        Plan cut = cutJoin(filtered, with(needed, ofBoth));
        return filtered(cut, ofBoth);
    }

    private static Plan filtered(Plan plan, List<Bound> conjuncts) {
        return conjuncts.isEmpty() ? plan : new Plan.Filter(plan, Conjuncts.all(conjuncts));
    }

    // ---- groups

    private Plan cutAggregate(Plan.Aggregate plan, GroupLimit limit) {
        StarJoin star = FragmentBuilder.canBeOf(plan) ? StarJoin.of(plan.input(), tables) : null;
        if (star != null) {
            return scan(new FragmentBuilder(star, partCounter).ofGroups(plan, limit));
        }
        List<Bound> read = new ArrayList<>(plan.keys());
        plan.calls().forEach(aggregate -> aggregate.expressions().forEach(read::add));
        return new Plan.Aggregate(
                cut(plan.input(), Conjuncts.columnsOf(read)), plan.isGrouped(), plan.keys(), plan.calls());
    }

    private Plan cutDistinct(Plan.Distinct plan, GroupLimit limit) {
        StarJoin star = StarJoin.of(plan.input(), tables);
        return star != null
                ? named(scan(new FragmentBuilder(star, partCounter).ofDistinct(limit)), plan.outputs())
                : new Plan.Distinct(cut(plan.input(), all(plan.input())));
    }

    private Plan.Scan scan(Fragment fragment) {
        List<Column> columns = new ArrayList<>();
        for (Output output : fragment.outputs()) {
            columns.add(Column.of(output.name(), output.type(), columns.size()));
        }
        fragments.add(fragment);
        return new Plan.Scan(new Table(CutQuery.nameOf(fragments.size() - 1), columns, Map.of()));
    }

    private static Plan named(Plan plan, List<Output> outputs) {
        List<Bound> fields = new ArrayList<>();
        plan.columns().forEach(column -> fields.add(new Bound.Field(column, 0)));
        return new Plan.Project(plan, fields, outputs);
    }

    // ---- rows

    /** So many rows that the merger reports them as too many, however they are distributed. */
    private GroupLimit allRows() {
        return GroupLimit.orFail(GroupLimit.MAX_GROUPS);
    }

    /** @param termsOrNull the order that decides which rows are kept; null if any will do */
    private Plan rows(
            Plan plan,
            StarJoin star,
            BitSet needed,
            List<SortTerm> termsOrNull,
            GroupLimit limit,
            Fragment.Extreme extremeOrNull) {
        List<Integer> used = needed.stream().boxed().toList();
        FragmentBuilder builder = new FragmentBuilder(star, partCounter);
        Plan scan = scan(
                termsOrNull == null
                        ? builder.ofRows(used, limit, extremeOrNull)
                        : builder.ofFirstRows(used, termsOrNull, limit));
        List<Bound> expressions = new ArrayList<>();
        for (Output output : plan.outputs()) {
            int index = used.indexOf(expressions.size());
            expressions.add(
                    index < 0
                            ? new Bound.Constant(null, output.type(), 0)
                            : new Bound.Field(scan.columns().get(index), 0));
        }
        return new Plan.Project(scan, expressions, plan.outputs());
    }

    /**
     * The rows that have the greatest or least value of their partition, if a condition requires the greatest or least value of all the
     * same rows. Else null: all rows are needed, because the value is not known before they have been read.
     */
    private Plan extremes(Plan input, List<Bound> ofInitials, BitSet needed) {
        StarJoin star = StarJoin.of(input, tables);
        if (star == null) {
            return null;
        }
        for (Bound each : ofInitials) {
            Fragment.Extreme extreme = new ExtremeCondition(initials).of(each, input);
            if (extreme != null) {
                Fragment.Extreme ofStar = new Fragment.Extreme(star.in(extreme.value()), extreme.isGreatest());
                return rows(input, star, needed, null, allRows(), ofStar);
            }
        }
        return null;
    }

    // ---- limits

    private Plan cutLimit(Plan.Limit limit, BitSet needed) {
        Long count = number(limit.count());
        Long offset = limit.offset() == null ? Long.valueOf(0) : number(limit.offset());
        boolean isKnown = count != null && offset != null && count >= 0 && offset >= 0;
        Plan input = isKnown && count <= Long.MAX_VALUE - offset
                ? limited(limit.input(), count + offset, needed)
                : cut(limit.input(), needed);
        return new Plan.Limit(input, limit.count(), limit.offset());
    }

    private static Long number(Bound bound) {
        return bound instanceof Bound.Constant constant && constant.value() instanceof Long number ? number : null;
    }

    /** A plan of which only the first rows are used; it may give more. */
    private Plan limited(Plan plan, long rows, BitSet needed) {
        if (!Plans.scansMatrix(plan, tables) || rows > limits.movedRows()) {
            return cut(plan, needed);
        }
        GroupLimit limit = GroupLimit.lowest((int) Math.max(1, rows));
        StarJoin star = StarJoin.of(plan, tables);
        if (star != null) {
            return rows(plan, star, needed, null, limit, null);
        } else if (plan instanceof Plan.Project project) {
            return new Plan.Project(
                    limited(project.input(), rows, Conjuncts.columnsOf(project.expressions())),
                    project.expressions(),
                    project.outputs());
        } else if (plan instanceof Plan.Sort sort) {
            return limitedSort(sort, limit, needed);
        } else if (plan instanceof Plan.Aggregate aggregate && aggregate.isGrouped()) {
            return cutAggregate(aggregate, smaller(limit));
        } else if (plan instanceof Plan.Distinct distinct) {
            return cutDistinct(distinct, smaller(limit));
        } else {
            return cut(plan, needed);
        }
    }

    /** A limit above the general one is none. */
    private GroupLimit smaller(GroupLimit limit) {
        return limit.groups() > limits.groups() ? GroupLimit.orFail(limits.groups()) : limit;
    }

    private Plan limitedSort(Plan.Sort sort, GroupLimit limit, BitSet needed) {
        BitSet read = with(needed, values(sort.terms()));
        StarJoin star = StarJoin.of(sort.input(), tables);
        if (star != null && sort.terms().stream().noneMatch(term -> Initials.isIn(term.value()))) {
            return new Plan.Sort(rows(sort.input(), star, read, sort.terms(), limit, null), sort.terms());
        }
        Plan groups = sortedGroups(sort.input(), sort.terms(), smaller(limit));
        return new Plan.Sort(groups != null ? groups : cut(sort.input(), read), sort.terms());
    }

    /** Groups sorted by their first keys, so that the first ones are known before the merge; null if they are sorted otherwise. */
    private Plan sortedGroups(Plan plan, List<SortTerm> terms, GroupLimit limit) {
        if (plan instanceof Plan.Project project) {
            List<SortTerm> inner = new ArrayList<>();
            for (SortTerm term : terms) {
                if (!(term.value() instanceof Bound.Field field)) {
                    return null;
                }
                inner.add(new SortTerm(
                        project.expressions().get(field.column().index()), term.isDescending(), term.nullsFirst()));
            }
            Plan groups = sortedGroups(project.input(), inner, limit);
            return groups == null ? null : new Plan.Project(groups, project.expressions(), project.outputs());
        }
        if (!(plan instanceof Plan.Aggregate aggregate)
                || !aggregate.isGrouped()
                || !SortedKeys.areFirst(aggregate, terms)
                || !FragmentBuilder.canBeOf(aggregate)) {
            return null;
        }
        StarJoin star = StarJoin.of(aggregate.input(), tables);
        return star == null
                ? null
                : scan(new FragmentBuilder(star, partCounter)
                        .ofGroups(aggregate, SortedKeys.orders(aggregate, terms), limit));
    }

    private static final class SortedKeys {
        private SortedKeys() {}

        static boolean areFirst(Plan.Aggregate aggregate, List<SortTerm> terms) {
            for (int i = 0; i < terms.size(); i++) {
                boolean isKey = i < aggregate.keys().size()
                        && terms.get(i).value() instanceof Bound.Field field
                        && field.column().index() == i;
                if (!isKey) {
                    return false;
                }
            }
            return true;
        }

        static List<KeyOrder> orders(Plan.Aggregate aggregate, List<SortTerm> terms) {
            List<KeyOrder> orders =
                    new ArrayList<>(Collections.nCopies(aggregate.keys().size(), KeyOrder.USUAL));
            for (int i = 0; i < terms.size(); i++) {
                orders.set(
                        i,
                        new KeyOrder(terms.get(i).isDescending(), terms.get(i).nullsFirst()));
            }
            return orders;
        }
    }
}
