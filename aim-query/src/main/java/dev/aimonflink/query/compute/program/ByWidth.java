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

/**
 * Programs by the columns of 64 bits that have 32 in a batch, where lanes are narrower. A program is made when it is first needed.
 */
public final class ByWidth<T> {
    private static final int MAX_PROGRAMS = 16;

    private final VectorColumns columns;

    /** The columns of 64 bits that programs read: which are narrow is a bit each. */
    private final int[] longColumns;

    /** Makes the program for batches of which it is given which columns are narrow. */
    private final Function<IntPredicate, T> making;

    private final Map<Long, T> programs = new HashMap<>();

    /** @throws NoVectorsException if there are more columns of 64 bits than bits */
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

    /** The program for batches without narrow columns. */
    public T wide() {
        return programs.computeIfAbsent(0L, none -> making.apply(index -> false));
    }

    /** The program for the present batch. */
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
