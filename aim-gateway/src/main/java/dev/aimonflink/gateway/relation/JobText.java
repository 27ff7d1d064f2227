package dev.aimonflink.gateway.relation;

import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.bind.Function;
import dev.aimonflink.sql.bind.Operands;
import dev.aimonflink.sql.evaluate.Conjuncts;
import dev.aimonflink.sql.explain.ExpressionText;
import dev.aimonflink.sql.pattern.LikePattern;
import dev.aimonflink.sql.plan.Plan;
import dev.aimonflink.sql.plan.SortTerm;
import dev.aimonflink.sql.type.QuotedText;
import dev.aimonflink.sql.type.SqlType;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Writes a plan as a statement that has the same rows. A plan with anything that a text may mean otherwise is not written. */
final class JobText {
    private static final Set<Function> OF_TEMPLATES = Set.of(Function.TO_CHAR, Function.LIKE, Function.ILIKE);

    private final Predicate<String> isOfJob;
    private final List<String> where = new ArrayList<>();
    private final List<String> having = new ArrayList<>();
    private boolean isSure = true;
    private String from;

    /** How many tables FROM has. They have names of their own if there are several. */
    private int tables;

    /** Whether the columns are names in the only table. */
    private boolean isTableAlone;

    private List<String> columns;

    /** Those columns that are constants, by which no text can group or sort. */
    private final BitSet constants = new BitSet();

    /** Null if rows are not grouped; empty if all are one group. */
    private List<String> groups;

    private boolean isDistinct;
    private List<String> order = List.of();
    private String limit = "";

    private JobText(Predicate<String> isOfJob) {
        this.isOfJob = isOfJob;
    }

    /**
     * Empty if none has the same rows for sure.
     *
     * @param isOfJob whether a table is one that the statement can read
     */
    static Optional<JobText> of(Plan plan, Predicate<String> isOfJob) {
        JobText text = new JobText(isOfJob);
        text.add(plan);
        return text.isSure ? Optional.of(text) : Optional.empty();
    }

    /** Whether a text of an expression means the same. */
    static boolean isSure(Bound bound) {
        return isKnown(bound)
                && !bound.type().is(SqlType.Kind.UNKNOWN)
                && !Sides.isOfGateway(bound.type())
                && Operands.of(bound).stream().allMatch(JobText::isSure);
    }

    private static boolean isKnown(Bound bound) {
        if (bound instanceof Bound.Like like) {
            String written = like.pattern().toString();
            boolean ignoresCase = like.pattern().operator().equals("ILIKE");
            return like.pattern().equals(LikePattern.of(written, '\\', ignoresCase, 0));
        } else if (bound instanceof Bound.Call call) {
            Function function = call.function();
            return !function.isOfTimes()
                    && !function.isOfArrays()
                    && !function.isUnwritten()
                    && !OF_TEMPLATES.contains(function);
        }
        return bound instanceof Bound.Field
                || bound instanceof Bound.Constant
                || bound instanceof Bound.Not
                || bound instanceof Bound.Logical
                || bound instanceof Bound.Comparison
                || bound instanceof Bound.Same
                || bound instanceof Bound.IsNull
                || bound instanceof Bound.IsTruth
                || bound instanceof Bound.In
                || bound instanceof Bound.InSet
                || bound instanceof Bound.Arithmetic
                || bound instanceof Bound.Negation
                || bound instanceof Bound.Concatenation
                || bound instanceof Bound.Cast
                || bound instanceof Bound.Case;
    }

    /** Whether all columns belong to its rows, so that none can be left out. */
    boolean needsAllColumns() {
        return groups != null || isDistinct;
    }

    /** @param isShown which columns the rows have */
    String statement(IntPredicate isShown) {
        String shown = IntStream.range(0, columns.size())
                .filter(isShown)
                .mapToObj(columns::get)
                .collect(Collectors.joining(", "));
        return "SELECT " + (isDistinct ? "DISTINCT " : "") + (shown.isEmpty() ? "1" : shown) + " FROM " + from
                + clause(" WHERE ", " AND ", where)
                + (groups == null ? "" : clause(" GROUP BY ", ", ", groups))
                + clause(" HAVING ", " AND ", having)
                + clause(" ORDER BY ", ", ", order)
                + limit;
    }

    private static String clause(String name, String between, List<String> terms) {
        return terms.isEmpty() ? "" : name + String.join(between, terms);
    }

    private void add(Plan plan) {
        if (plan instanceof Plan.Scan scan) {
            table(scan);
        } else if (plan instanceof Plan.Join join) {
            add(join.left());
            JobText right = new JobText(isOfJob);
            right.add(join.right());
            join(join, right);
        } else if (plan instanceof Plan.Filter filter) {
            add(filter.input());
            filter(Conjuncts.of(filter.condition()));
        } else if (plan instanceof Plan.Project project) {
            add(project.input());
            project(project.expressions());
        } else if (plan instanceof Plan.Aggregate aggregate) {
            add(aggregate.input());
            aggregate(aggregate);
        } else if (plan instanceof Plan.Distinct distinct) {
            add(distinct.input());
            isSure &= limit.isEmpty();
            order = List.of();
            isDistinct = true;
        } else if (plan instanceof Plan.Sort sort) {
            add(sort.input());
            sort(sort.terms());
        } else if (plan instanceof Plan.Limit cut) {
            add(cut.input());
            limit(cut.count(), cut.offset());
        } else {
            isSure = false;
        }
    }

    private void table(Plan.Scan scan) {
        isSure &= isOfJob.test(scan.table().name());
        from = QuotedText.name(scan.table().name());
        tables = 1;
        isTableAlone = true;
        columns = scan.outputs().stream()
                .map(column -> QuotedText.name(column.name()))
                .toList();
    }

    private void join(Plan.Join join, JobText right) {
        isSure &= right.isSure;
        if (!isSure) {
            return;
        }
        if (tables == 1 || hasClauses()) {
            name(1);
        }
        right.name(tables + 1);
        columns = Stream.concat(columns.stream(), right.columns.stream()).toList();
        tables++;
        String kind = join.condition() == null && join.kind() == Plan.Join.Kind.INNER
                ? " CROSS JOIN "
                : " " + join.kind() + " JOIN ";
        from += kind + right.from;
        if (!kind.startsWith(" CROSS")) {
            from += " ON " + (join.condition() == null ? "true" : text(join.condition()));
        }
    }

    /** Makes its rows those of one table in FROM. */
    private void name(int number) {
        String name = "t" + number;
        List<String> names = new ArrayList<>();
        List<String> shown = new ArrayList<>();
        boolean isTable = isTableAlone && !hasClauses();
        for (int i = 0; i < columns.size(); i++) {
            names.add(name + "." + (isTable ? columns.get(i) : "c" + i));
            shown.add(columns.get(i) + " AS c" + i);
        }
        columns = shown;
        from = (isTable ? from : "(" + statement(column -> true) + ")") + " AS " + name;
        columns = names;
        tables = 1;
        isTableAlone = false;
        constants.clear();
        where.clear();
        having.clear();
        groups = null;
        isDistinct = false;
        order = List.of();
        limit = "";
    }

    private boolean hasClauses() {
        return !where.isEmpty() || !having.isEmpty() || needsAllColumns() || !order.isEmpty() || !limit.isEmpty();
    }

    /** Only what has been cut cannot also be left out before. */
    private void filter(List<Bound> conditions) {
        isSure &= limit.isEmpty();
        (groups == null ? where : having)
                .addAll(conditions.stream().map(this::text).toList());
    }

    /** Adds those conditions that a text can have. */
    void filterIfSure(List<Bound> conditions) {
        if (limit.isEmpty()) {
            filter(conditions.stream().filter(JobText::isSure).toList());
        }
    }

    private void project(List<Bound> expressions) {
        // All rows are one group only if an aggregate is shown.
        isSure &= groups == null
                || !groups.isEmpty()
                || Conjuncts.columnsOf(expressions).cardinality() > 0;
        if (isSure && isDistinct) {
            name(1);
        }
        isTableAlone &= expressions.stream().allMatch(Bound.Field.class::isInstance);
        List<String> shown = expressions.stream().map(this::text).toList();
        BitSet fixed = new BitSet();
        for (int i = 0; i < shown.size(); i++) {
            fixed.set(i, isConstant(expressions.get(i)));
        }
        constants.clear();
        constants.or(fixed);
        columns = shown;
    }

    private void aggregate(Plan.Aggregate aggregate) {
        isSure &= aggregate.isGrouped() != aggregate.keys().isEmpty();
        isSure &= aggregate.keys().stream().noneMatch(Conjuncts::isConstant);
        isSure &= !aggregate.keys().isEmpty() || !aggregate.calls().isEmpty();
        isSure &= aggregate.calls().stream()
                .allMatch(call -> call.expressions().allMatch(JobText::isSure) && !Sides.isOfGateway(call.type()));
        if (!isSure) {
            return;
        }
        if (needsAllColumns() || !limit.isEmpty() || aggregate.keys().stream().anyMatch(this::isConstant)) {
            name(1);
        }
        order = List.of();
        isTableAlone = false;
        constants.clear();
        groups = aggregate.keys().stream().map(this::text).toList();
        ExpressionText texts = ExpressionText.exact(columns);
        columns = Stream.concat(groups.stream(), aggregate.calls().stream().map(texts::of))
                .toList();
    }

    private void sort(List<SortTerm> terms) {
        isSure &= areSure(terms) && limit.isEmpty();
        if (isSure) {
            List<SortTerm> varying =
                    terms.stream().filter(term -> !isConstant(term.value())).toList();
            order = ExpressionText.exact(columns).terms(varying);
        }
    }

    private boolean isConstant(Bound bound) {
        BitSet read = Conjuncts.columnsOf(List.of(bound));
        read.andNot(constants);
        return read.isEmpty();
    }

    private static boolean areSure(List<SortTerm> terms) {
        return terms.stream().map(SortTerm::value).allMatch(JobText::isSure);
    }

    private void limit(Bound count, Bound offset) {
        isSure &= limit.isEmpty();
        limit = number(" LIMIT ", count) + number(" OFFSET ", offset);
    }

    private String number(String clause, Bound number) {
        if (number == null) {
            return "";
        }
        isSure &= number instanceof Bound.Constant constant && !constant.isNull();
        return isSure ? clause + ((Bound.Constant) number).value() : "";
    }

    /** Adds that only the first rows are needed, if a text can say which these are. */
    void limitIfSure(JobReads.First first) {
        if (areSure(first.terms()) && limit.isEmpty() && !isDistinct) {
            sort(first.terms());
            limit = " LIMIT " + first.count();
        }
    }

    private String text(Bound bound) {
        isSure &= isSure(bound);
        return isSure ? ExpressionText.exact(columns).operand(bound) : "";
    }
}
