package dev.aimonflink.query.compute.program;

import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.evaluate.RowEvaluator;
import java.math.BigDecimal;

/** Computes an expression without vectors for the rows of a mask one by one. */
public final class RowNumbers implements Step {
    private final Bound bound;
    private final Program program;
    private final int[] mask;
    private final int scale;
    private final BatchRow row;
    private final long[] numbers;
    private final int[] nulls;

    private RowNumbers(Bound bound, Program program, int[] mask, int scale) {
        this.bound = bound;
        this.program = program;
        this.mask = mask;
        this.scale = scale;
        row = new BatchRow(program.columns());
        numbers = program.longs();
        nulls = program.ints();
    }

    /** @throws NoVectorsException if its values are not numbers of one scale */
    public static Value of(Bound bound, Program program, int[] mask) {
        final int scale = FixedScale.of(bound, program.columns());
        RowNumbers step = new RowNumbers(bound, program, mask, scale);
        program.emit(step);
        return Value.of(step.numbers, scale, Long.MIN_VALUE, Long.MAX_VALUE, step.nulls);
    }

    @Override
    public void run(int rows) {
        for (int i = 0; i < rows; i++) {
            if (mask[i] != 0) {
                row.index = program.at() + i;
                final Object value = RowEvaluator.evaluate(bound, row);
                nulls[i] = value == null ? -1 : 0;
                numbers[i] = value == null ? 0 : number(value);
            }
        }
    }

    private long number(Object value) {
        try {
            return value instanceof BigDecimal exact
                    ? exact.setScale(scale).unscaledValue().longValueExact()
                    : Numbers64.bits(value);
        } catch (ArithmeticException tooLarge) {
            throw new NoVectorsException("a value has more than 64 bits");
        }
    }
}
