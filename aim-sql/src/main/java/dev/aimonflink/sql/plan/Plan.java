package dev.aimonflink.sql.plan;

import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.bind.Column;
import dev.aimonflink.sql.bind.RowsFunction;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A step that computes rows from its inputs' rows. A {@link Bound.Field} refers to a column of the input by index; a join's input is the
 * left row followed by the right one.
 */
public sealed interface Plan {
    List<Output> outputs();

    /** All rows of a table, with all columns; unused ones are not read. */
    record Scan(Table table) implements Plan {
        @Override
        public List<Output> outputs() {
            return table.columns().stream()
                    .map(column -> new Output(column.name(), column.type()))
                    .toList();
        }
    }

    /** Rows written in the text; without FROM, one row without columns. */
    record Values(List<List<Bound>> rows, List<Output> outputs) implements Plan {}

    /**
     * The rows of functions side by side, the shorter ones padded with nulls.
     *
     * @param hasOrdinality whether the last column numbers the rows from 1
     */
    record TableFunction(List<RowsCall> calls, boolean hasOrdinality, List<Output> outputs) implements Plan {}

    record RowsCall(RowsFunction function, List<Bound> arguments) {}

    /**
     * The rows of a first plan, then of a second one over them, and again over its own, until there are none.
     *
     * @param number of the {@link Working} in the second plan
     * @param isAll whether equal rows are kept
     */
    record Recursion(int number, Plan first, Plan next, boolean isAll) implements Plan {
        @Override
        public List<Output> outputs() {
            return first.outputs();
        }
    }

    /** The rows that a {@link Recursion} found last. */
    record Working(int number, List<Output> outputs) implements Plan {}

    record Filter(Plan input, Bound condition) implements Plan {
        @Override
        public List<Output> outputs() {
            return input.outputs();
        }
    }

    record Project(Plan input, List<Bound> expressions, List<Output> outputs) implements Plan {}

    /** @param condition over both rows; null for all pairs */
    record Join(Kind kind, Plan left, Plan right, Bound condition) implements Plan {
        /** Which side keeps its rows without a partner. */
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
     * Joins each left row with the right side's rows for it.
     *
     * @param outer the value of each {@link Bound.Outer} of the right side, over the left row
     * @param condition over both rows; null for all pairs
     */
    record Lateral(Join.Kind kind, Plan left, Plan right, List<Bound> outer, Bound condition) implements Plan {
        @Override
        public List<Output> outputs() {
            return Stream.concat(left.outputs().stream(), right.outputs().stream())
                    .toList();
        }
    }

    /**
     * One row for each group of equal keys, where nulls are equal: the keys, then the aggregates.
     *
     * @param isGrouped whether there is no row without input; else all rows are one group, even if there are none
     */
    record Aggregate(Plan input, boolean isGrouped, List<Bound> keys, List<AggregateCall> calls) implements Plan {
        /** Without names, which only a projection gives. */
        @Override
        public List<Output> outputs() {
            List<Output> outputs = new ArrayList<>();
            keys.forEach(key -> outputs.add(new Output("", key.type())));
            calls.forEach(call -> outputs.add(new Output("", call.type())));
            return List.copyOf(outputs);
        }
    }

    record Window(Plan input, List<WindowCall> calls) implements Plan {
        @Override
        public List<Output> outputs() {
            List<Output> outputs = new ArrayList<>(input.outputs());
            calls.forEach(call -> outputs.add(new Output("", call.type())));
            return List.copyOf(outputs);
        }
    }

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
     * @param count null for all
     * @param offset how many rows to skip; null for none
     */
    record Limit(Plan input, Bound count, Bound offset) implements Plan {
        @Override
        public List<Output> outputs() {
            return input.outputs();
        }
    }

    /** Both sides have the same types. */
    record SetOperation(Operation operation, boolean isAll, Plan left, Plan right) implements Plan {
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
