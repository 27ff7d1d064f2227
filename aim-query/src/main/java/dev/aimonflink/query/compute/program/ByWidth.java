package dev.aimonflink.query.compute.program;

import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.bind.Column;
import dev.aimonflink.sql.evaluate.ColumnsOf;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.IntPredicate;

/** Programs, each made on first use, by which 64-bit columns have 32 bits in a batch, where lanes are narrower. */
public final class ByWidth<T> {
    private static final int MAX_PROGRAMS = 16;

    private final VectorColumns columns;

    /** The 64-bit columns that programs read; a bit each says which are narrow. */
    private final int[] longColumns;

    /** Makes the program for a set of narrow columns. */
    private final Function<IntPredicate, T> making;

    private final Map<Long, T> programs = new HashMap<>();

    /** @throws NoVectorsException if there are more 64-bit columns than bits */
    public ByWidth(Collection<Bound> read, VectorColumns columns, Function<IntPredicate, T> making) {
        this.columns = columns;
        this.making = making;
        List<Column> fields = new ArrayList<>();
        read.forEach(each -> ColumnsOf.add(each, fields));
        longColumns = fields.stream()
                .mapToInt(Column::index)
                .filter(index -> columns.column(index) != null
                        && columns.column(index).encoding() == VectorColumn.Encoding.LONGS)
                .distinct()
                .toArray();
        if (longColumns.length > Long.SIZE) {
            throw new NoVectorsException("it reads more than " + Long.SIZE + " columns of 64 bits");
        }
    }

    public T wide() {
        return programs.computeIfAbsent(0L, none -> making.apply(index -> false));
    }

    public T ofBatch() {
        long narrow = 0;
        for (int i = 0; i < longColumns.length; i++) {
            narrow |= columns.isNarrow(longColumns[i]) ? 1L << i : 0;
        }
        T known = programs.get(narrow);
        if (known == null) {
            if (programs.size() == MAX_PROGRAMS) {
                programs.clear();
            }
            known = making.apply(columns::isNarrow);
            programs.put(narrow, known);
        }
        return known;
    }
}
