package dev.aimonflink.query.compute.handwritten;

import dev.aimonflink.matrix.model.EventFunction;
import dev.aimonflink.query.ask.cut.Fragment;
import dev.aimonflink.query.ask.tables.MatrixColumn;
import dev.aimonflink.query.compute.aggregate.Encoded;
import dev.aimonflink.query.compute.partial.GroupLimit;
import dev.aimonflink.query.compute.program.Numbers64;
import dev.aimonflink.query.compute.program.Range;
import dev.aimonflink.query.compute.program.VectorColumn;
import dev.aimonflink.query.compute.program.VectorColumn.Encoding;
import dev.aimonflink.query.compute.program.VectorColumns;
import dev.aimonflink.sql.bind.AggregateFunction;
import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.bind.Column;
import dev.aimonflink.sql.evaluate.ColumnsOf;
import dev.aimonflink.sql.plan.AggregateCall;
import dev.aimonflink.sql.text.BinaryOperator;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * The parts of a fragment that is simple enough for hand-written loops: conditions have two forms, there is at most one key of texts or
 * ints, and aggregates are of columns. Joins require that an attribute is a key of its table; a condition on a column of the table implies
 * it, and so does a group, because rows without a cell are in none.
 *
 * @param group the key's column, or {@link #NONE}
 * @param arguments the columns that aggregates read, by index
 */
record Shape(
        Fragment fragment,
        VectorColumns columns,
        List<Above> above,
        List<CodeIs> equal,
        int group,
        List<Integer> arguments) {
    static final int NONE = -1;

    /** A column of 32 bits without nulls is greater than a number. */
    record Above(int column, int threshold) {}

    /** A column of names has a certain one; no row has the code of no name. */
    record CodeIs(int column, int code) {}

    List<AggregateCall> aggregates() {
        return fragment.aggregates();
    }

    GroupLimit limit() {
        return fragment.limit();
    }

    int argument(int place) {
        return arguments.get(place);
    }

    static int index(Bound argument) {
        return ((Bound.Field) argument).column().index();
    }

    boolean tests(int numbers, int names) {
        return above.size() == numbers && equal.size() == names;
    }

    boolean hasOnly(AggregateFunction first, AggregateFunction... others) {
        Set<AggregateFunction> functions = EnumSet.of(first, others);
        return aggregates().stream().allMatch(aggregate -> functions.contains(aggregate.function()));
    }

    boolean isGrouped() {
        return group != NONE;
    }

    boolean isByName() {
        return isGrouped() && columns.column(group).encoding() == Encoding.CODES;
    }

    boolean isByNumberOfEvents() {
        return isGrouped()
                && fragment.columns().get(group) instanceof MatrixColumn.Stored stored
                && stored.column().function() == EventFunction.COUNT;
    }

    boolean keepsLowest(int most) {
        return limit().keepsLowest()
                && limit().groups() <= most
                && !fragment.orders().get(0).isDescending();
    }

    /** Whether {@code count} columns without nulls are summed. */
    boolean adds(int count, Encoding... encodings) {
        return arguments.size() == count && arguments.stream().allMatch(each -> isAdded(each, encodings));
    }

    /** Whether two columns are summed, one of which always has 32 bits. */
    boolean addsPair() {
        return adds(2, Encoding.INTS, Encoding.LONGS)
                && arguments.stream().anyMatch(each -> isAdded(each, Encoding.INTS));
    }

    private boolean isAdded(int argument, Encoding... encodings) {
        VectorColumn column = columns.column(argument);
        return column != null
                && Encoded.isLong(column.type())
                && !column.hasEmpty()
                && Arrays.asList(encodings).contains(column.encoding());
    }

    boolean addsWhatItTests() {
        return above.stream().map(Above::column).sorted().toList().equals(arguments);
    }

    /** Two arguments, the one that may have 64 bits first. */
    int[] pair() {
        return columns.column(argument(1)).encoding() == Encoding.LONGS
                ? new int[] {argument(1), argument(0)}
                : new int[] {argument(0), argument(1)};
    }

    /** Whether the least cell alone stands for null. */
    boolean isMaximum(int argument) {
        VectorColumn column = columns.column(argument);
        return column != null
                && Encoded.isLong(column.type())
                && column.hasEmpty()
                && ((column.encoding() == Encoding.INTS && column.empty() == Integer.MIN_VALUE)
                        || (column.encoding() == Encoding.LONGS && column.empty() == Long.MIN_VALUE));
    }

    /** Whether ids of the greatest values of int columns are wanted, maybe with these values. */
    boolean findsHolders() {
        return aggregates().stream().allMatch(this::isOfHolder)
                && aggregates().stream().anyMatch(each -> each.function() == AggregateFunction.ARG_MAX);
    }

    private boolean isOfHolder(AggregateCall aggregate) {
        int last = aggregate.arguments().size() - 1;
        int measure = index(aggregate.arguments().get(last));
        return isMaximum(measure)
                && columns.column(measure).encoding() == Encoding.INTS
                && columns.column(measure).type().isInteger()
                && (last == 0 || isNumberOfEntity(index(aggregate.arguments().get(0))));
    }

    private boolean isNumberOfEntity(int argument) {
        return fragment.columns().get(argument) instanceof MatrixColumn.Key && columns.column(argument) != null;
    }

    /** Null if the fragment has another shape. */
    static Shape of(Fragment fragment, VectorColumns columns) {
        return new Reader(fragment, columns).read();
    }

    private static final class Reader {
        private static final int NO_SUCH_CODE = -1;

        private final Fragment fragment;
        private final VectorColumns columns;
        private final List<Above> above = new ArrayList<>();
        private final List<CodeIs> equal = new ArrayList<>();

        /** Attributes that must be keys of their tables. */
        private final TreeSet<Integer> known = new TreeSet<>();

        Reader(Fragment fragment, VectorColumns columns) {
            this.fragment = fragment;
            this.columns = columns;
        }

        Shape read() {
            boolean isGrouped =
                    fragment.kind() == Fragment.Kind.GROUPS && fragment.keys().size() == 1;
            if (!(isGrouped || fragment.kind() == Fragment.Kind.ALL)
                    || !fragment.conditions().stream().allMatch(this::isTaken)
                    || !fragment.aggregates().stream().allMatch(Shape::isOfColumn)) {
                return null;
            }
            int group = isGrouped ? group(fragment.keys().get(0)) : NONE;
            // Rows with a null key are a group unless a condition excludes them.
            boolean isGroupKnown = group == NONE || isPlainInt(columns.column(group)) || known.remove(attribute(group));
            equal.forEach(each -> known.remove(attribute(each.column)));
            return isGrouped == (group != NONE) && isGroupKnown && known.isEmpty()
                    ? new Shape(fragment, columns, above, equal, group, arguments(fragment.aggregates()))
                    : null;
        }

        private boolean isTaken(Bound condition) {
            if (condition instanceof Bound.Not not && not.operand() instanceof Bound.IsNull isNull) {
                return isTakenKnown(isNull.operand());
            }
            return condition instanceof Bound.Comparison comparison
                    && comparison.left() instanceof Bound.Field field
                    && comparison.right() instanceof Bound.Constant constant
                    && !constant.isNull()
                    && (isTakenAbove(comparison.operator(), field, constant.value())
                            || isTakenEqual(comparison.operator(), field, constant.value()));
        }

        private boolean isTakenKnown(Bound operand) {
            MatrixColumn of = operand instanceof Bound.Field field
                    ? fragment.columns().get(field.column().index())
                    : null;
            if (of instanceof MatrixColumn.OfTable key && key.column().column() == 0) {
                known.add(key.column().index());
                return true;
            }
            return false;
        }

        private boolean isTakenAbove(BinaryOperator operator, Bound.Field field, Object constant) {
            VectorColumn column = column(field);
            if (column == null
                    || !isPlainInt(column)
                    || !(constant instanceof Long || constant instanceof BigDecimal)
                    || !(operator == BinaryOperator.GREATER || operator == BinaryOperator.GREATER_OR_EQUAL)) {
                return false;
            }
            Range range = Range.of(operator, Numbers64.exact(constant), column.scale());
            BigInteger threshold = range.low().subtract(BigInteger.ONE);
            return threshold.bitLength() < Integer.SIZE
                    && above.add(new Above(field.column().index(), threshold.intValueExact()));
        }

        private boolean isTakenEqual(BinaryOperator operator, Bound.Field field, Object constant) {
            int column = codes(field);
            if (column == NONE || operator != BinaryOperator.EQUAL) {
                return false;
            }
            int place = columns.column(column).values().indexOf(constant);
            return equal.add(new CodeIs(column, place < 0 ? NO_SUCH_CODE : place + 1));
        }

        /** The key's column of names or plain ints, or {@link #NONE}. */
        private int group(Bound key) {
            VectorColumn column = column(key);
            return column != null && isPlainInt(column)
                    ? ((Bound.Field) key).column().index()
                    : codes(key);
        }

        private VectorColumn column(Bound bound) {
            return bound instanceof Bound.Field field
                    ? columns.column(field.column().index())
                    : null;
        }

        /** The column of names that an expression is, or {@link #NONE}. */
        private int codes(Bound bound) {
            VectorColumn column = column(bound);
            return column != null && column.encoding() == Encoding.CODES && column.areDistinct()
                    ? ((Bound.Field) bound).column().index()
                    : NONE;
        }

        /** The attribute that is known where a column of names is not null; {@link #NONE} for the attribute's own, which may be any text. */
        private int attribute(int column) {
            return fragment.columns().get(column) instanceof MatrixColumn.OfTable of
                    ? of.column().index()
                    : NONE;
        }
    }

    private static boolean isPlainInt(VectorColumn column) {
        return column.encoding() == Encoding.INTS && !column.hasEmpty();
    }

    private static boolean isOfColumn(AggregateCall aggregate) {
        return !aggregate.isDistinct()
                && aggregate.filter() == null
                && aggregate.order().isEmpty()
                && aggregate.arguments().stream().allMatch(Bound.Field.class::isInstance);
    }

    private static List<Integer> arguments(List<AggregateCall> calls) {
        List<Column> read = new ArrayList<>();
        calls.forEach(aggregate -> aggregate.arguments().forEach(each -> ColumnsOf.add(each, read)));
        return read.stream().map(Column::index).distinct().sorted().toList();
    }
}
