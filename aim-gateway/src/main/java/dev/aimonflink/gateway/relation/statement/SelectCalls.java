package dev.aimonflink.gateway.relation.statement;

import dev.aimonflink.gateway.relation.function.Aggregate;
import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;
import dev.aimonflink.sql.text.Expression;
import dev.aimonflink.sql.type.PgType;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** What the expressions of one SELECT call that is not computed of one row alone, and what they are grouped by. */
final class SelectCalls {
    static final String NO_WINDOW = "window functions are not allowed here. Write a query in FROM that has them.";

    private static final Pattern POSITION = Pattern.compile("position=-?\\d+");

    /** The clause that is being read. */
    enum Clause {
        FROM("FROM"),
        WHERE("WHERE"),
        GROUP_BY("GROUP BY"),
        OUTPUT("SELECT"),
        INSIDE_OF_AGGREGATE("an aggregate");

        private final String written;

        Clause(String written) {
            this.written = written;
        }
    }

    /** @param filter null if it takes all rows */
    record AggregateCall(
            Aggregate.Match aggregate,
            List<Term> arguments,
            boolean isDistinct,
            List<Ordering.Key> order,
            Term filter) {}

    /**
     * A function over a window of rows.
     *
     * @param aggregate null of those that only count the rows before, which have a name
     */
    record WindowCall(
            String name,
            Aggregate.Match aggregate,
            List<Term> arguments,
            Term filter,
            List<Term> partition,
            List<Ordering.Key> order) {}

    private final List<AggregateCall> aggregates = new ArrayList<>();
    private final List<WindowCall> windows = new ArrayList<>();
    private final List<Term> sets = new ArrayList<>();
    private final List<String> groupTexts = new ArrayList<>();
    private final List<Term> groups = new ArrayList<>();
    private final Set<Integer> groupedColumns = new HashSet<>();
    private SqlException firstUngrouped;
    private Clause clause = Clause.FROM;

    Clause clause() {
        return clause;
    }

    void enter(Clause next) {
        clause = next;
    }

    List<AggregateCall> aggregates() {
        return aggregates;
    }

    List<WindowCall> windows() {
        return windows;
    }

    List<Term> sets() {
        return sets;
    }

    List<Term> groups() {
        return groups;
    }

    /** The expression is the same for all rows of a group. */
    void group(Expression expression, Term term, Set<Integer> columns) {
        groups.add(term);
        groupTexts.add(text(expression));
        if (expression instanceof Expression.Name) {
            groupedColumns.addAll(columns);
        }
    }

    /** The term of the group that the expression is; null if it is none. */
    Term groupOf(Expression expression) {
        if (clause != Clause.OUTPUT || groups.isEmpty()) {
            return null;
        }
        int index = groupTexts.indexOf(text(expression));
        return index < 0 ? null : groups.get(index);
    }

    /** Two expressions are the same one if they differ in nothing but their places. */
    static String text(Expression expression) {
        return POSITION.matcher(expression.toString()).replaceAll("");
    }

    void use(int column, String name, int position) {
        if (clause == Clause.OUTPUT && firstUngrouped == null && !groupedColumns.contains(column)) {
            firstUngrouped = new SqlException(
                    SqlState.MISPLACED_AGGREGATE,
                    position,
                    "column \"" + name + "\" must appear in the GROUP BY clause or be used in an aggregate function."
                            + " Add it to GROUP BY.");
        }
    }

    boolean isGrouped() {
        return !groups.isEmpty() || !aggregates.isEmpty();
    }

    void requireGrouped() {
        if (firstUngrouped != null) {
            throw firstUngrouped;
        }
    }

    Term add(AggregateCall call) {
        int index = aggregates.size();
        aggregates.add(call);
        return Term.of(call.aggregate().result(), frame -> frame.aggregates[index]);
    }

    /** @param written which has no function over a window if there are as many as before */
    void requireWindows(int asMany, Expression written) {
        if (windows.size() > asMany) {
            throw new SqlException(SqlState.WINDOWING_ERROR, written.position(), NO_WINDOW);
        }
    }

    Term add(WindowCall call, PgType type) {
        int index = windows.size();
        windows.add(call);
        return Term.of(type, frame -> frame.windows[index]);
    }

    /** @param rows computes a list */
    Term addSet(Term rows) {
        int index = sets.size();
        sets.add(rows);
        return new Term(rows.type(), rows.modifier(), frame -> frame.sets[index], null, 0, rows.fields());
    }

    void requireOutput(String what, int position) {
        if (clause != Clause.OUTPUT) {
            throw new SqlException(
                    SqlState.MISPLACED_AGGREGATE,
                    position,
                    what + " are not allowed in " + clause.written + ". Write a query in FROM that has them.");
        }
    }
}
