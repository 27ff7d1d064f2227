package dev.aimonflink.gateway.relation;

import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.bind.Column;
import dev.aimonflink.sql.bind.Operands;
import dev.aimonflink.sql.evaluate.Conjuncts;
import dev.aimonflink.sql.plan.Expressions;
import dev.aimonflink.sql.plan.Plan;
import dev.aimonflink.sql.plan.PlannedQuery;
import dev.aimonflink.sql.plan.SortTerm;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * What a query over gateway and jobs reads of these. Parts with fewer rows in the job, such as groups and first rows, are asked for as a
 * whole; else each table in the query, for the used columns. A condition goes along if it is about columns of that one table.
 */
final class JobReads {
    private final UnaryOperator<String> jobOf;
    private final List<JobRead> reads = new ArrayList<>();

    /**
     * Which rows are enough: the first ones.
     *
     * @param terms that sort them; empty if any will do
     */
    record First(List<SortTerm> terms, long count) {
        /** For a plan's rows; null if all are needed. */
        static First of(Plan.Limit limit) {
            boolean isKnown = limit.count() instanceof Bound.Constant count
                    && count.value() instanceof Long
                    && (limit.offset() == null || limit.offset() instanceof Bound.Constant);
            return isKnown ? new First(List.of(), number(limit.count()) + number(limit.offset())) : null;
        }

        private static long number(Bound constant) {
            return constant instanceof Bound.Constant known && known.value() instanceof Long number
                    ? Math.min(number, Integer.MAX_VALUE)
                    : 0;
        }

        /** For rows that are sorted above; null if they are sorted by what the rows below do not have. */
        First below(Plan.Project project) {
            List<SortTerm> below = new ArrayList<>();
            for (SortTerm term : terms) {
                List<Bound> value = JobReads.below(project, List.of(term.value()));
                if (value.isEmpty()) {
                    return null;
                }
                below.add(new SortTerm(value.get(0), term.isDescending(), term.nullsFirst()));
            }
            return new First(below, count);
        }

        First sorted(Plan.Sort sort) {
            return terms.isEmpty() ? new First(sort.terms(), count) : this;
        }
    }

    /** @param jobOf the schema of the job that has a table; null if none has */
    JobReads(UnaryOperator<String> jobOf) {
        this.jobOf = jobOf;
    }

    List<JobRead> reads() {
        return reads;
    }

    /** The query over what is read; its parameters have values. */
    PlannedQuery in(PlannedQuery query) {
        return new PlannedQuery(
                whole(query.plan()),
                query.initials().stream().map(this::initial).toList(),
                query.parameters());
    }

    /** A second row is an error in a query for one value, and irrelevant in a query for existence. */
    private PlannedQuery.Initial initial(PlannedQuery.Initial query) {
        return query.of(
                switch (query.kind()) {
                    case EXISTS -> read(query.plan(), new BitSet(), List.of(), new First(List.of(), 1));
                    case VALUE -> read(query.plan(), all(query.plan()), List.of(), new First(List.of(), 2));
                    default -> whole(query.plan());
                });
    }

    private Plan whole(Plan plan) {
        return read(plan, all(plan), List.of(), null);
    }

    private static BitSet all(Plan plan) {
        BitSet all = new BitSet();
        all.set(0, plan.outputs().size());
        return all;
    }

    /**
     * @param conditions over its rows: those that do not fulfil them are not needed
     * @param first which of the remaining rows are needed; null for all
     */
    private Plan read(Plan plan, BitSet used, List<Bound> conditions, First first) {
        if (plan instanceof Plan.Scan || makesFewer(plan)) {
            Optional<JobText> text = JobText.of(plan, jobOf);
            if (text.isPresent()) {
                return ofJob(plan, text.get(), used, conditions, first);
            }
        }
        if (plan instanceof Plan.Scan) {
            return plan;
        } else if (plan instanceof Plan.Join join) {
            return join(join, used, conditions);
        } else if (plan instanceof Plan.Lateral lateral) {
            return lateral(lateral, used, conditions);
        } else if (plan instanceof Plan.Filter filter) {
            List<Bound> all = Conjuncts.of(filter.condition());
            all.addAll(conditions);
            return over(plan, with(used, all), all, first);
        } else if (plan instanceof Plan.Sort sort) {
            return over(plan, with(used, expressions(plan)), conditions, first == null ? null : first.sorted(sort));
        } else if (plan instanceof Plan.Limit limit) {
            return over(plan, used, List.of(), First.of(limit));
        } else if (plan instanceof Plan.Project project) {
            List<Bound> below = below(project, conditions);
            boolean isFirst = first != null && below.size() == conditions.size();
            return over(
                    plan, with(new BitSet(), computed(project, used)), below, isFirst ? first.below(project) : null);
        } else if (plan instanceof Plan.Aggregate) {
            return over(plan, with(new BitSet(), expressions(plan)), List.of(), null);
        } else if (plan instanceof Plan.Window window) {
            BitSet ofInput = used.get(0, window.input().outputs().size());
            return over(plan, with(ofInput, expressions(plan)), List.of(), null);
        } else {
            return step(plan, this::whole);
        }
    }

    /** Whether it can have far fewer rows than its inputs. */
    private static boolean makesFewer(Plan plan) {
        return plan instanceof Plan.Aggregate || plan instanceof Plan.Distinct || plan instanceof Plan.Limit;
    }

    private Plan over(Plan plan, BitSet used, List<Bound> conditions, First first) {
        return step(plan, input -> read(input, used, conditions, first));
    }

    /** The same step over other inputs, with inner queries that read the job, too. */
    private Plan step(Plan plan, UnaryOperator<Plan> inputs) {
        return Expressions.withParts(
                plan,
                inputs,
                expression -> Operands.changed(
                        expression,
                        node -> node instanceof Bound.Subquery subquery
                                ? ofRow(subquery, PlannedQuery.Initial.in(subquery))
                                : node));
    }

    private Bound ofRow(Bound.Subquery subquery, PlannedQuery.Initial query) {
        return new Bound.Subquery(
                query.of(whole(query.plan())), subquery.operands(), subquery.type(), subquery.position());
    }

    private static List<Bound> expressions(Plan plan) {
        List<Bound> all = new ArrayList<>();
        Plan unused = Expressions.withParts(plan, UnaryOperator.identity(), expression -> {
            all.add(expression);
            return expression;
        });
        return all;
    }

    private static BitSet with(BitSet used, List<Bound> expressions) {
        BitSet all = Conjuncts.columnsOf(expressions);
        all.or(used);
        return all;
    }

    /** The expressions of a projection, without unused columns that it shows. */
    private static List<Bound> computed(Plan.Project project, BitSet used) {
        List<Bound> computed = new ArrayList<>();
        for (int i = 0; i < project.expressions().size(); i++) {
            if (used.get(i) || !(project.expressions().get(i) instanceof Bound.Field)) {
                computed.add(project.expressions().get(i));
            }
        }
        return computed;
    }

    /** The conditions over the input of a projection that shows all of their columns. */
    private static List<Bound> below(Plan.Project project, List<Bound> conditions) {
        return conditions.stream()
                .filter(condition -> Conjuncts.columnsOf(List.of(condition)).stream()
                        .allMatch(index -> project.expressions().get(index) instanceof Bound.Field))
                .map(condition -> Operands.changed(
                        condition,
                        node -> node instanceof Bound.Field field
                                ? project.expressions().get(field.column().index())
                                : node))
                .toList();
    }

    private Plan join(Plan.Join join, BitSet used, List<Bound> conditions) {
        int width = join.left().outputs().size();
        int all = join.outputs().size();
        List<Bound> own = Conjuncts.of(join.condition());
        BitSet read = with(used, own);
        List<Bound> left = new ArrayList<>();
        List<Bound> right = new ArrayList<>();
        if (join.kind() != Plan.Join.Kind.FULL) {
            left.addAll(over(conditions, 0, width));
            right.addAll(over(own, width, all));
        }
        if (join.kind() == Plan.Join.Kind.INNER) {
            left.addAll(over(own, 0, width));
            right.addAll(over(conditions, width, all));
        }
        return step(
                join,
                input -> input == join.left()
                        ? read(input, read.get(0, width), left, null)
                        : read(input, read.get(width, all), right, null));
    }

    private Plan lateral(Plan.Lateral lateral, BitSet used, List<Bound> conditions) {
        int width = lateral.left().outputs().size();
        int all = lateral.outputs().size();
        BitSet read = with(used, Conjuncts.of(lateral.condition()));
        BitSet left = with(read.get(0, width), lateral.outer());
        return step(
                lateral,
                input -> input == lateral.left()
                        ? read(input, left, over(conditions, 0, width), null)
                        : read(input, read.get(width, all), List.of(), null));
    }

    /** The conditions over one side of a join, moved to its rows. */
    private static List<Bound> over(List<Bound> conditions, int from, int to) {
        return conditions.stream()
                .filter(condition -> Conjuncts.isOver(condition, from, to))
                .map(condition -> Operands.changed(
                        condition,
                        node -> node instanceof Bound.Field field
                                ? new Bound.Field(moved(field.column(), from), node.position())
                                : node))
                .toList();
    }

    private static Column moved(Column column, int by) {
        return new Column(column.name(), column.type(), column.index() - by, column.min(), column.max());
    }

    private Plan ofJob(Plan plan, JobText text, BitSet used, List<Bound> conditions, First first) {
        boolean isFiltered = text.filterIfSure(conditions);
        if (first != null && isFiltered) {
            text.limitIfSure(first);
        }
        JobRead read = JobRead.of(reads.size(), plan, text, used);
        for (JobRead known : reads) {
            if (known.job().equals(read.job())
                    && known.text().equals(read.text())
                    && Arrays.equals(known.places(), read.places())) {
                return new Plan.Scan(known.table());
            }
        }
        reads.add(read);
        return new Plan.Scan(read.table());
    }
}
