package dev.aimonflink.sql.plan;

import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.bind.Column;
import dev.aimonflink.sql.bind.RowsFunction;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A step that computes rows from the rows of its inputs. A {@link Bound.Field} of a node's expression is a column of its input, by
 * index. A join's input is the row of its left side with that of its right side behind it.
 */
public sealed interface Plan {
    /** The columns of its rows. */
    List<Output> outputs();

    /** All rows of a table, with all of its columns. What is not used is not read. */
    record Scan(Table table) implements Plan {
        @Override
        public List<Output> outputs() {
            return table.columns().stream()
                    .map(column -> new Output(column.name(), column.type()))
                    .toList();
        }
    }

    /** Rows that are written in the text. A query without FROM has one row without columns. */
    record Values(List<List<Bound>> rows, List<Output> outputs) implements Plan {}

    /**
     * The rows of functions side by side, in which the shorter ones have nulls at their end.
     *
     * @param calls one for each column
     * @param hasOrdinality whether the last column numbers the rows from 1 on
     */
    record TableFunction(List<RowsCall> calls, boolean hasOrdinality, List<Output> outputs) implements Plan {}

    /** A function with what it is called with. */
    record RowsCall(RowsFunction function, List<Bound> arguments) {}

    /**
     * The rows of a first plan, and those of a second one over them, and of the second one over these, until it has none.
     *
     * @param number that of the {@link Working} in the second plan
     * @param isAll whether equal rows are there more than once
     */
    record Recursion(int number, Plan first, Plan next, boolean isAll) implements Plan {
        @Override
        public List<Output> outputs() {
            return first.outputs();
        }
    }

    /** The rows that a {@link Recursion} has found last. */
    record Working(int number, List<Output> outputs) implements Plan {}

    /** The rows for which a condition is true. */
    record Filter(Plan input, Bound condition) implements Plan {
        @Override
        public List<Output> outputs() {
            return input.outputs();
        }
    }

    record Project(Plan input, List<Bound> expressions, List<Output> outputs) implements Plan {}

    /** @param condition over both rows; null if all pairs are joined */
    record Join(Kind kind, Plan left, Plan right, Bound condition) implements Plan {
        /** Of which side the rows stay that have no partner. */
        public enum Kind {
            INNER,
            LEFT,
            FULL
        }

        @Override
        public List<Output> outputs() {
            return Stream.concat(left.outputs().stream(), right.outputs().stream())
                    .toList();
        }
    }

    /**
     * Joins each row of the left side with those that the right side has for it.
     *
     * @param kind INNER or LEFT
     * @param outer the value of each {@link Bound.Outer} of the right side, over the left row
     * @param condition over both rows; null if all pairs are joined
     */
    record Lateral(Join.Kind kind, Plan left, Plan right, List<Bound> outer, Bound condition) implements Plan {
        @Override
        public List<Output> outputs() {
            return Stream.concat(left.outputs().stream(), right.outputs().stream())
                    .toList();
        }
    }

    /**
     * One row for each group of rows whose keys are equal, where nulls are: the keys, then the aggregates.
     *
     * @param isGrouped whether there is no row where the input has none; else all rows are one group, even if there are none
     */
    record Aggregate(Plan input, boolean isGrouped, List<Bound> keys, List<AggregateCall> calls) implements Plan {
        /** Without names: only a projection gives them. */
        @Override
        public List<Output> outputs() {
            List<Output> outputs = new ArrayList<>();
            keys.forEach(key -> outputs.add(new Output("", key.type())));
            calls.forEach(call -> outputs.add(new Output("", call.type())));
            return List.copyOf(outputs);
        }
    }

    /** The columns of its input, then those of the calls. */
    record Window(Plan input, List<WindowCall> calls) implements Plan {
        @Override
        public List<Output> outputs() {
            List<Output> outputs = new ArrayList<>(input.outputs());
            calls.forEach(call -> outputs.add(new Output("", call.type())));
            return List.copyOf(outputs);
        }
    }

    /** Equal rows once. */
    record Distinct(Plan input) implements Plan {
        @Override
        public List<Output> outputs() {
            return input.outputs();
        }
    }

    record Sort(Plan input, List<SortTerm> terms) implements Plan {
        @Override
        public List<Output> outputs() {
            return input.outputs();
        }
    }

    /**
     * Both numbers are a constant or a parameter.
     *
     * @param count how many rows at most; null for all
     * @param offset how many rows are left out first; null for none
     */
    record Limit(Plan input, Bound count, Bound offset) implements Plan {
        @Override
        public List<Output> outputs() {
            return input.outputs();
        }
    }

    /** The types of both sides are the same. */
    record SetOperation(Operation operation, boolean isAll, Plan left, Plan right) implements Plan {
        /** How the rows of two plans become those of one. */
        public enum Operation {
            UNION,
            INTERSECT,
            EXCEPT
        }

        @Override
        public List<Output> outputs() {
            return left.outputs();
        }
    }

    /** The columns of its rows, for expressions of the node above. */
    default List<Column> columns() {
        List<Output> outputs = outputs();
        return IntStream.range(0, outputs.size())
                .mapToObj(i -> Column.of(outputs.get(i).name(), outputs.get(i).type(), i))
                .toList();
    }
}
