package dev.aimonflink.sql.plan;

import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;
import dev.aimonflink.sql.text.Spelling;
import dev.aimonflink.sql.type.SqlType;
import java.util.List;
import java.util.stream.IntStream;

/** A query of {@code WITH RECURSIVE} while it is bound: where and how often it may name itself. */
final class Recursion {
    private final String name;
    private final int number;

    /** Null in the first part, which cannot name it. */
    private BoundQuery first;

    private int uses;

    Recursion(String name, int number) {
        this.name = name;
        this.number = number;
    }

    int number() {
        return number;
    }

    void begin(BoundQuery firstRows) {
        first = firstRows;
    }

    boolean isUsed() {
        return uses > 0;
    }

    void use(int position) {
        if (first == null) {
            throw invalid(position);
        }
        uses++;
    }

    /** @param next the part over the rows found last */
    BoundQuery of(BoundQuery next, boolean isAll, int position) {
        if (uses != 1 || count(next.plan(), position) != 1) {
            throw invalid(position);
        }
        requireSameTypes(next, position);
        return first.of(new Plan.Recursion(number, first.plan(), next.plan(), isAll));
    }

    private void requireSameTypes(BoundQuery next, int position) {
        if (first.outputs().size() != next.outputs().size()) {
            throw new SqlException(
                    SqlState.SYNTAX_ERROR,
                    position,
                    "One side of UNION has another number of columns: "
                            + first.outputs().size() + " and " + next.outputs().size() + ". Select as many on both.");
        }
        IntStream.range(0, first.outputs().size()).forEach(i -> {
            SqlType type = first.outputs().get(i).type();
            if (!type.equals(next.outputs().get(i).type())) {
                throw new SqlException(
                        SqlState.DATATYPE_MISMATCH,
                        position,
                        "Column " + (i + 1) + " of the recursive query \"" + Spelling.shortened(name) + "\" is " + type
                                + " first, and then " + next.outputs().get(i).type()
                                + ". Convert it with CAST in the first part.");
            }
        });
    }

    /** How often its rows are read where allowed. */
    private int count(Plan plan, int position) {
        if (plan instanceof Plan.Working working && working.number() == number) {
            return 1;
        }
        List<Plan> inputs = Expressions.inputs(plan);
        int count = 0;
        for (int i = 0; i < inputs.size(); i++) {
            int ofInput = count(inputs.get(i), position);
            if (ofInput > 0 && !isTransparent(plan, i)) {
                throw invalid(position);
            }
            count += ofInput;
        }
        return count;
    }

    private static boolean isTransparent(Plan plan, int input) {
        if (plan instanceof Plan.Join join) {
            return join.kind() == Plan.Join.Kind.INNER || (join.kind() == Plan.Join.Kind.LEFT && input == 0);
        } else if (plan instanceof Plan.SetOperation both) {
            return both.operation() == Plan.SetOperation.Operation.UNION;
        } else {
            return !(plan instanceof Plan.Aggregate || plan instanceof Plan.Recursion)
                    && !(plan instanceof Plan.Lateral && input == 1);
        }
    }

    private SqlException invalid(int position) {
        return new SqlException(
                SqlState.INVALID_RECURSION,
                position,
                "The recursive query \"" + Spelling.shortened(name)
                        + "\" names itself where it cannot. Write first UNION ALL next, and name it once in FROM of next: not in"
                        + " an expression, beside an aggregate, or where an outer join adds nulls.");
    }
}
