package dev.aimonflink.gateway.relation;

import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.bind.Column;
import dev.aimonflink.sql.bind.Function;
import dev.aimonflink.sql.bind.Operands;
import dev.aimonflink.sql.evaluate.Conjuncts;
import dev.aimonflink.sql.explain.ExpressionText;
import dev.aimonflink.sql.pattern.LikePattern;
import dev.aimonflink.sql.plan.Plan;
import dev.aimonflink.sql.plan.SortTerm;
import dev.aimonflink.sql.text.BinaryOperator;
import dev.aimonflink.sql.type.QuotedText;
import dev.aimonflink.sql.type.SqlType;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntPredicate;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Writes a plan as a statement with the same rows, unless a text might mean something else. */
final class JobText {
    private static final Set<Function> OF_TEMPLATES = Set.of(Function.TO_CHAR, Function.LIKE, Function.ILIKE);

    /** Longer ones are not written: a question to the job can only be a little longer. */
    private static final int MAX_CHARACTERS = 32_000;

    /** The greatest height of an expression whose parts are all in parentheses. */
    private static final int MAX_HEIGHT = 60;

    private final UnaryOperator<String> jobOf;

    /** How many names tables have been given. */
    private final AtomicInteger names;

    /** Whether tables have their own names, so that no output's name is mistaken for a column of theirs. */
    private final boolean areNamed;

    private final Set<String> tables = new HashSet<>();

    private final List<String> where = new ArrayList<>();
    private final List<String> having = new ArrayList<>();
    private boolean isSure = true;

    /** The schema of the job that has its tables. */
    private String job;

    private String from;
    private List<String> columns;

    /** Whether the columns are those of tables, and so null where an outer join has no row. */
    private boolean areOfTables;

    /** Constant columns, by which no text can group or sort. */
    private final BitSet constants = new BitSet();

    /** Null if rows are not grouped; empty if all are one group. */
    private List<String> groups;

    private boolean isDistinct;
    private List<String> order = List.of();
    private String limit = "";

    private JobText(UnaryOperator<String> jobOf, AtomicInteger names, boolean areNamed) {
        this.jobOf = jobOf;
        this.names = names;
        this.areNamed = areNamed;
    }

    /**
     * Empty if none surely has the same rows.
     *
     * @param jobOf the schema of the job that has a table; null if none has
     */
    static Optional<JobText> of(Plan plan, UnaryOperator<String> jobOf) {
        JobText text = new JobText(jobOf, new AtomicInteger(), !(plan instanceof Plan.Scan));
        text.add(plan);
        boolean isShort = plan instanceof Plan.Scan
                || (text.isSure && text.statement(column -> true).length() <= MAX_CHARACTERS);
        return text.isSure && isShort ? Optional.of(text) : Optional.empty();
    }

    /** Whether a text of an expression means the same. */
    static boolean isSure(Bound bound) {
        return isSure(bound, MAX_HEIGHT);
    }

    private static boolean isSure(Bound bound, int height) {
        return height > 0
                && isKnown(bound)
                && (bound instanceof Bound.Field || isWritten(bound.type(), bound instanceof Bound.Constant))
                && !Sides.isOfGateway(bound.type())
                && Operands.of(bound).stream().allMatch(operand -> isSure(operand, height - 1));
    }

    /** Whether a text can express the type: the job has no texts of a length, and labels take the type that they are compared with. */
    private static boolean isWritten(SqlType type, boolean isConstant) {
        return switch (type.kind()) {
            case UNKNOWN -> false;
            case TEXT -> type.equals(SqlType.TEXT);
            case ENUM -> isConstant;
            case ARRAY -> isWritten(type.element(), false);
            default -> true;
        };
    }

    private static boolean isKnown(Bound bound) {
        if (bound instanceof Bound.Like like) {
            String written = like.pattern().toString();
            boolean ignoresCase = like.pattern().operator().equals("ILIKE");
            return like.pattern().equals(LikePattern.of(written, '\\', ignoresCase, 0));
        } else if (bound instanceof Bound.Call call) {
            Function function = call.function();
            return !function.isOfTimes() && !function.isOfArrays() && !OF_TEMPLATES.contains(function);
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
                || bound instanceof Bound.Arithmetic
                || bound instanceof Bound.Negation
                || bound instanceof Bound.Concatenation
                || bound instanceof Bound.Cast
                || bound instanceof Bound.Case;
    }

    String job() {
        return job;
    }

    /** Whether all columns belong to its rows, so that none can be left out. */
    boolean needsAllColumns() {
        return groups != null || isDistinct;
    }

    /** The columns of its plan; those without a name, such as aggregates, are called by their texts. */
    List<Column> named(List<Column> ofPlan) {
        return ofPlan.stream()
                .map(column -> column.name().isEmpty()
                        ? Column.of(columns.get(column.index()), column.type(), column.index())
                        : column)
                .toList();
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
            JobText right = new JobText(jobOf, names, true);
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
        job = jobOf.apply(scan.table().name());
        isSure &= job != null;
        String own = scan.table().name().substring(scan.table().name().lastIndexOf('.') + 1);
        tables.add(own);
        String name = areNamed ? newName() : null;
        from = QuotedText.name(own) + (areNamed ? " AS " + name : "");
        areOfTables = true;
        columns = scan.outputs().stream()
                .map(column -> (areNamed ? name + "." : "") + QuotedText.name(column.name()))
                .toList();
    }

    private String newName() {
        return "t" + names.incrementAndGet();
    }

    private void join(Plan.Join join, JobText right) {
        // Others are slow, and the job has less time for them than the gateway.
        isSure &= right.isSure
                && right.job.equals(job)
                && hasEquality(join)
                && Collections.disjoint(tables, right.tables);
        tables.addAll(right.tables);
        if (!isSure) {
            return;
        }
        boolean isFull = join.kind() == Plan.Join.Kind.FULL;
        boolean isInner = join.kind() == Plan.Join.Kind.INNER;
        if (hasMoreThanWhere() || (isFull && (!areOfTables || !where.isEmpty()))) {
            makeTable();
        }
        if (right.hasMoreThanWhere()
                || (!isInner && !right.areOfTables)
                || (isFull && !right.where.isEmpty())
                || right.from.contains(" JOIN ")) {
            right.makeTable();
        }
        int width = columns.size();
        right.constants.stream().forEach(index -> constants.set(width + index));
        columns = Stream.concat(columns.stream(), right.columns.stream()).toList();
        areOfTables &= right.areOfTables;
        List<String> conditions = new ArrayList<>(
                Conjuncts.of(join.condition()).stream().map(this::text).toList());
        (isInner ? where : conditions).addAll(right.where);
        from += " " + join.kind() + " JOIN " + right.from + " ON " + String.join(" AND ", conditions);
    }

    private static boolean hasEquality(Plan.Join join) {
        return Conjuncts.of(join.condition()).stream()
                .anyMatch(condition -> condition instanceof Bound.Comparison both
                        && both.operator() == BinaryOperator.EQUAL
                        && both.left() instanceof Bound.Field
                        && both.right() instanceof Bound.Field);
    }

    private void makeTable() {
        String name = newName();
        List<String> ofTable = IntStream.range(0, columns.size())
                .mapToObj(i -> name + ".c" + i)
                .toList();
        columns = IntStream.range(0, columns.size())
                .mapToObj(i -> columns.get(i) + " AS c" + i)
                .toList();
        from = "(" + statement(column -> true) + ") AS " + name;
        columns = ofTable;
        areOfTables = true;
        constants.clear();
        where.clear();
        having.clear();
        groups = null;
        isDistinct = false;
        order = List.of();
        limit = "";
    }

    private boolean hasMoreThanWhere() {
        return needsAllColumns() || !order.isEmpty() || !limit.isEmpty();
    }

    /** Only what has been cut cannot also be left out before. */
    private void filter(List<Bound> conditions) {
        isSure &= limit.isEmpty();
        (groups == null ? where : having)
                .addAll(conditions.stream().map(this::text).toList());
    }

    /** Adds the conditions that a text can express; returns whether these are all. */
    boolean filterIfSure(List<Bound> conditions) {
        if (!limit.isEmpty()) {
            return false;
        }
        List<Bound> sure = conditions.stream()
                .filter(JobText::isSure)
                .filter(condition -> text(condition).length() <= MAX_CHARACTERS)
                .toList();
        filter(sure);
        return sure.size() == conditions.size();
    }

    private void project(List<Bound> expressions) {
        // All rows are one group only if an aggregate is shown.
        isSure &= groups == null
                || !groups.isEmpty()
                || Conjuncts.columnsOf(expressions).cardinality() > 0;
        if (isSure && isDistinct) {
            makeTable();
        }
        areOfTables &= expressions.stream().allMatch(Bound.Field.class::isInstance);
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
        boolean isOrdered = !order.isEmpty()
                && aggregate.calls().stream().anyMatch(call -> call.function().isOfAllRows());
        if (needsAllColumns()
                || !limit.isEmpty()
                || isOrdered
                || aggregate.keys().stream().anyMatch(this::isConstant)) {
            makeTable();
        }
        order = List.of();
        areOfTables = false;
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

    /** Adds that only the first rows are needed, if a text can express it. */
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
