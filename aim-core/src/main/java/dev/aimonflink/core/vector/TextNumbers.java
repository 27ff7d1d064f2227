package dev.aimonflink.core.vector;

import dev.aimonflink.sql.bind.SqlType;
import dev.aimonflink.sql.rows.Order;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Numbers texts in their order, from 1 on. Null is 0. */
final class TextNumbers {
    private final TreeMap<Object, Integer> numbers;
    private final List<Object> texts = new ArrayList<>();

    TextNumbers(Collection<?> values, SqlType type) {
        numbers = new TreeMap<>((a, b) -> Order.compare(a, b, type));
        for (Object value : values) {
            if (value != null) {
                numbers.put(value, 0);
            }
        }
        texts.add(null);
        for (Map.Entry<Object, Integer> each : numbers.entrySet()) {
            each.setValue(texts.size());
            texts.add(each.getKey());
        }
    }

    int of(Object text) {
        return text == null ? 0 : numbers.get(text);
    }

    int greatest() {
        return texts.size() - 1;
    }

    Object text(long number) {
        return texts.get((int) number);
    }

    /** The numbers of the texts that an expression has for the codes of a column. */
    Value of(CodeTable table, Program program) {
        final int[] numberOfCode = new int[table.codes()];
        for (int code = 0; code < numberOfCode.length; code++) {
            numberOfCode[code] = of(table.value(code));
        }
        final Cells codes = program.cells(table.column());
        final int[] into = program.ints();
        program.emit(rows -> MapLoops.lookUp(codes.ints, codes.at, numberOfCode, into, rows));
        return ofNumbers(Cells.of(into), greatest());
    }

    /** Numbers of texts, of which 0 stands for null. */
    static Value ofNumbers(Cells cells, int greatest) {
        return new Value(cells, false, 0, 0, greatest, true, 0, null);
    }
}
