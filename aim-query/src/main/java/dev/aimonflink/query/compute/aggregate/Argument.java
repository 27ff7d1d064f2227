package dev.aimonflink.query.compute.aggregate;

import dev.aimonflink.matrix.kernel.VectorCells;
import dev.aimonflink.query.compute.program.Choices;
import dev.aimonflink.query.compute.program.CodeTable;
import dev.aimonflink.query.compute.program.FieldValues;
import dev.aimonflink.query.compute.program.MapLoops;
import dev.aimonflink.query.compute.program.NoVectorsException;
import dev.aimonflink.query.compute.program.Numbers64;
import dev.aimonflink.query.compute.program.OrderOfNames;
import dev.aimonflink.query.compute.program.Program;
import dev.aimonflink.query.compute.program.RowNumbers;
import dev.aimonflink.query.compute.program.TextNumbers;
import dev.aimonflink.query.compute.program.Value;
import dev.aimonflink.query.compute.program.ValueCompiler;
import dev.aimonflink.query.compute.program.VectorColumn;
import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.type.SqlType;

import static dev.aimonflink.sql.type.SqlType.Kind;

/**
 * A key or an argument: numbers for each row, and what they stand for; a text is the code of a name.
 *
 * @param value null if it is null in every row
 */
public record Argument(Value value, VectorStates.Decoder decoder) {
    /**
     * @param isOrdered whether the numbers must be in the order of the values
     * @throws NoVectorsException if it has no vectors
     */
    public static Argument of(Bound bound, Program program, ValueCompiler values, boolean isOrdered) {
        if (Numbers64.isNumber(bound.type())) {
            Value value = values.compile(bound);
            FieldValues.requirePlainZeros(bound, program);
            return new Argument(
                    value == null || !value.isConstant() ? value : program.filled(value),
                    decoder(bound.type(), value == null ? 0 : value.scale()));
        }
        if (bound instanceof Bound.Field field) {
            VectorColumn column = program.columns().column(field.column().index());
            if (column != null
                    && column.encoding() == VectorColumn.Encoding.CODES
                    && column.areDistinct()
                    && (!isOrdered || OrderOfNames.isThatOfCodes(field.column().index(), program))) {
                VectorCells codes = program.cells(field.column().index());
                return new Argument(TextNumbers.ofNumbers(codes, column.values().size()), column::value);
            }
        }
        if (bound instanceof Bound.Case choice) {
            TextNumbers numbers = TextNumbers.of(bound, Choices.texts(choice, program), program);
            return new Argument(values.texts(choice, numbers), numbers::text);
        }
        CodeTable table = CodeTable.required(bound, program);
        TextNumbers numbers = TextNumbers.of(bound, table.values(), program);
        return new Argument(numbers.of(table, 0, program), numbers::text);
    }

    public static Argument ofRows(Bound bound, Program program, int[] mask) {
        Value value = RowNumbers.of(bound, program, mask);
        return new Argument(value, decoder(bound.type(), value.scale()));
    }

    /** As a key of groups, for which the code for null is an ordinary number. */
    public Argument asKey() {
        if (value == null || !value.hasEmpty() || value.isWide() || value.min() != 0 || decoder.apply(0) != null) {
            return this;
        }
        return new Argument(new Value(value.cells(), false, 0, 0, value.max(), false, 0, null), decoder);
    }

    private static VectorStates.Decoder decoder(SqlType type, int scale) {
        return type.is(Kind.DOUBLE) ? MapLoops::unordered : number -> VectorColumn.ofNumber(type, scale, number);
    }
}
