package dev.aimonflink.core.vector;

import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.bind.SqlType;
import dev.aimonflink.sql.rows.Order;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import static dev.aimonflink.sql.bind.SqlType.Kind;

/**
 * A key or an argument: numbers for each row, and what they stand for. A text is the code of a name.
 *
 * @param value null if it is null in every row
 */
record Argument(Value value, AggregateStates.Decoder decoder) {
    /**
     * @param isOrdered whether the order of the numbers has to be that of the values
     * @throws NoVectorsException if it has no vectors
     */
    static Argument of(Bound bound, Program program, Values values, boolean isOrdered) {
        if (Numbers64.isNumber(bound.type())) {
            Value value = values.compile(bound);
            values.requirePlainZeros(bound);
            return new Argument(
                    value == null || !value.isConstant() ? value : filled(value, values),
                    decoder(bound.type(), value == null ? 0 : value.scale()));
        }
        if (bound instanceof Bound.Field field) {
            VectorColumn column = program.columns().column(field.column().index());
            if (column != null
                    && column.cells() == VectorColumn.Cells.CODES
                    && column.areDistinct()
                    && (!isOrdered || isInOrder(column))) {
                return ofCodes(
                        program.cells(field.column().index()), column.values().size(), column::value);
            }
        }
        CodeTable table = CodeTable.of(bound, program);
        if (table == null) {
            throw new NoVectorsException("a text is made of more than one column");
        }
        return ofTexts(table, bound.type(), program);
    }

    /** Computed row by row, for the rows of a mask. */
    static Argument ofRows(Bound bound, Program program, int[] mask) {
        Value value = RowNumbers.of(bound, program, mask);
        return new Argument(value, decoder(bound.type(), value.scale()));
    }

    /** As a key of groups: the code that stands for null is a number like others. */
    Argument asKey() {
        if (value == null || !value.hasEmpty() || value.isWide() || value.min() != 0 || decoder.apply(0) != null) {
            return this;
        }
        return new Argument(new Value(value.cells(), false, 0, 0, value.max(), false, 0, null), decoder);
    }

    private static Value filled(Value constant, Values values) {
        final long[] cells = values.wide(constant).longs;
        return Value.of(cells, constant.scale(), constant.min(), constant.max(), null);
    }

    private static AggregateStates.Decoder decoder(SqlType type, int scale) {
        return type.is(Kind.DOUBLE) ? MapLoops::unordered : number -> VectorColumn.ofNumber(type, scale, number);
    }

    private static boolean isInOrder(VectorColumn column) {
        List<Object> values = column.values();
        for (int i = 1; i < values.size(); i++) {
            if (Order.compare(values.get(i - 1), values.get(i), column.type()) >= 0) {
                return false;
            }
        }
        return true;
    }

    private static Argument ofCodes(Cells cells, int greatest, AggregateStates.Decoder decoder) {
        return new Argument(new Value(cells, false, 0, 0, greatest, true, 0, null), decoder);
    }

    /** The different texts that an expression gives for the values of a column, numbered in their order from 1 on. */
    private static Argument ofTexts(CodeTable table, SqlType type, Program program) {
        final TreeMap<Object, Integer> numbers = new TreeMap<>((a, b) -> Order.compare(a, b, type));
        for (int code = 0; code < table.codes(); code++) {
            if (table.value(code) != null) {
                numbers.put(table.value(code), 0);
            }
        }
        final List<Object> texts = new ArrayList<>();
        texts.add(null);
        for (Map.Entry<Object, Integer> each : numbers.entrySet()) {
            each.setValue(texts.size());
            texts.add(each.getKey());
        }
        final int[] numberOfCode = new int[table.codes()];
        for (int code = 0; code < numberOfCode.length; code++) {
            numberOfCode[code] = table.value(code) == null ? 0 : numbers.get(table.value(code));
        }
        final Cells codes = program.cells(table.column());
        final int[] into = program.ints();
        program.emit(rows -> MapLoops.lookUp(codes.ints, codes.at, numberOfCode, into, rows));
        return ofCodes(Cells.of(into), texts.size() - 1, number -> texts.get((int) number));
    }
}
