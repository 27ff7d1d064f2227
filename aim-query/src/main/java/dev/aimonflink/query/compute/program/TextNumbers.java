package dev.aimonflink.query.compute.program;

import dev.aimonflink.matrix.kernel.VectorCells;
import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.evaluate.Order;
import dev.aimonflink.sql.type.SqlType;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.TreeMap;

/** Numbers texts in their order, from 1 on; null is 0. All are sorted before they are numbered. */
public final class TextNumbers extends NameLoop {
    private final List<Object> values;
    private final TreeMap<Object, Numbered> numbers;

    /** By the index of the value; null for null. */
    private final Numbered[] ofValues;

    private final List<Object> texts = new ArrayList<>();
    private Iterator<Numbered> unnumbered;

    private static final class Numbered {
        private final Object text;
        private int number;

        Numbered(Object text) {
            this.text = text;
        }
    }

    private TextNumbers(List<Object> values, SqlType type) {
        super(2 * values.size());
        this.values = values;
        numbers = new TreeMap<>((a, b) -> Order.compare(a, b, type));
        ofValues = new Numbered[values.size()];
        texts.add(null);
    }

    public static TextNumbers of(Bound bound, List<Object> values, Program program) {
        return program.nameLoops()
                .required(TextNumbers.class, List.of(bound), () -> new TextNumbers(values, bound.type()));
    }

    @Override
    boolean isLong() {
        return true;
    }

    @Override
    void compute(int index) {
        if (index < ofValues.length) {
            final Object value = values.get(index);
            ofValues[index] = value == null ? null : numbers.computeIfAbsent(value, Numbered::new);
            return;
        }
        unnumbered = unnumbered == null ? numbers.values().iterator() : unnumbered;
        if (unnumbered.hasNext()) {
            final Numbered each = unnumbered.next();
            each.number = texts.size();
            texts.add(each.text);
        }
    }

    public int of(Object text) {
        return text == null ? 0 : numbers.get(text).number;
    }

    int greatest() {
        return texts.size() - 1;
    }

    public Object text(long number) {
        return texts.get((int) number);
    }

    /** The numbers of the texts that an expression has for the codes of a column. */
    public Value of(CodeTable table, int first, Program program) {
        final int[] numberOfCode = new int[table.codes()];
        for (int code = 0; code < numberOfCode.length; code++) {
            final Numbered each = ofValues[first + code];
            numberOfCode[code] = each == null ? 0 : each.number;
        }
        final VectorCells codes = program.cells(table.column());
        final int[] into = program.ints();
        program.emit(rows -> MapLoops.lookUp(codes.ints, codes.at, numberOfCode, into, rows));
        return ofNumbers(VectorCells.of(into), greatest());
    }

    public static Value ofNumbers(VectorCells cells, int greatest) {
        return new Value(cells, false, 0, 0, greatest, true, 0, null);
    }
}
