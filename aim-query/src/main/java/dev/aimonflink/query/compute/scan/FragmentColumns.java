package dev.aimonflink.query.compute.scan;

import dev.aimonflink.matrix.layout.MatrixSchema;
import dev.aimonflink.matrix.layout.StoredColumn;
import dev.aimonflink.matrix.model.FieldType;
import dev.aimonflink.matrix.names.AttributeColumns;
import dev.aimonflink.matrix.names.CodeHandle;
import dev.aimonflink.matrix.names.NumberHandle;
import dev.aimonflink.matrix.names.TableCodes;
import dev.aimonflink.matrix.names.TableColumn;
import dev.aimonflink.query.ask.cut.Fragment;
import dev.aimonflink.query.ask.tables.BlockCells;
import dev.aimonflink.query.ask.tables.ColumnValues;
import dev.aimonflink.query.ask.tables.MatrixColumn;
import dev.aimonflink.query.ask.tables.MatrixTables;
import dev.aimonflink.query.compute.program.VectorColumn;
import dev.aimonflink.query.serve.pass.ScanContext;
import dev.aimonflink.sql.type.SqlType;
import java.time.DateTimeException;
import java.util.AbstractList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.IntFunction;

/** Gives vectors the columns of a fragment; computed columns and text keys have none. */
public final class FragmentColumns {
    private final MatrixSchema schema;
    private final ScanContext context;
    private final BlockColumns columns;

    private FragmentColumns(MatrixSchema schema, ScanContext context) {
        this.schema = schema;
        this.context = context;
        columns = new BlockColumns(context.rows());
    }

    static BlockColumns of(Fragment fragment, MatrixTables tables, ScanContext context) {
        FragmentColumns made = new FragmentColumns(tables.schema(), context);
        List<MatrixColumn> read = fragment.columns();
        for (int index = 0; index < read.size(); index++) {
            made.add(index, read.get(index));
        }
        return made.columns;
    }

    /** As above, for columns of the matrix under other indexes; an index without a column gets nothing. */
    public static BlockColumns of(
            IntFunction<MatrixColumn> columns, BitSet indexes, MatrixSchema schema, ScanContext context) {
        FragmentColumns made = new FragmentColumns(schema, context);
        indexes.stream().filter(index -> columns.apply(index) != null).forEach(index -> {
            FragmentScans.requireTexts(columns.apply(index), context);
            made.add(index, columns.apply(index));
        });
        return made.columns;
    }

    private void add(int index, MatrixColumn column) {
        if (column instanceof MatrixColumn.Stored stored) {
            addStored(index, stored.column());
        } else if (column instanceof MatrixColumn.OfAttribute attribute) {
            addAttribute(index, attribute);
        } else if (column instanceof MatrixColumn.OfTable ofTable) {
            addTableColumn(index, ofTable.column());
        } else if (column instanceof MatrixColumn.Key
                && !schema.model().event().key().isText()) {
            columns.addIds(index);
        }
    }

    private void addStored(int index, StoredColumn column) {
        SqlType type = MatrixTables.typeOf(schema, column);
        columns.add(index, context.columns().handle(column.name()), type, Math.max(0, type.scale()));
    }

    private void addAttribute(int index, MatrixColumn.OfAttribute attribute) {
        NumberHandle numbers = context.attributes().number(attribute.index());
        if (numbers != null) {
            columns.add(index, numbers, BlockCells.ofNumbers(numbers));
            return;
        }
        AttributeColumns attributes = context.attributes();
        FieldType type = attribute.attribute().type();
        CodeHandle codes = attributes.own(attribute.index());
        IntFunction<String> names = code -> attributes.name(codes, code);
        columns.add(
                index,
                codes,
                ofCodes(type.sqlType(), attributes.maxCode(codes), names, name -> BlockCells.value(type, name)));
    }

    /** A listed column has codes of its own; the cells of another are by the codes of its table's key. */
    private void addTableColumn(int index, TableColumn column) {
        AttributeColumns attributes = context.attributes();
        TableCodes cells = attributes.tableCodes(column);
        SqlType type = ColumnValues.isWhole(column) ? column.attribute().type().sqlType() : SqlType.TEXT;
        Optional<CodeHandle> listed = attributes.columns().stream()
                .filter(each ->
                        each.attribute() == column.index() && column.name().equals(each.tableColumn()))
                .findFirst();
        if (listed.isPresent()) {
            int size = cells.names().size();
            columns.add(
                    index,
                    listed.get(),
                    ofCodes(type, size, cells::name, cell -> ColumnValues.tableCell(column, cell)));
        } else {
            CodeHandle own = attributes.own(column.index());
            List<Object> values = new Values(
                    attributes.maxCode(own),
                    place -> valueOrNull(cells.cell(place + 1), cell -> ColumnValues.tableCell(column, cell)));
            columns.add(index, own, VectorColumn.ofCodes(type, values, false));
        }
    }

    private static VectorColumn ofCodes(
            SqlType type, int size, IntFunction<String> names, Function<String, Object> value) {
        List<Object> values = new Values(size, place -> valueOrNull(names.apply(place + 1), value));
        boolean areDistinct = type.isText() || type.is(SqlType.Kind.BOOLEAN);
        return VectorColumn.ofCodes(type, values, areDistinct);
    }

    /** Values made when read, because there may be very many. */
    private static final class Values extends AbstractList<Object> {
        private final int size;
        private final IntFunction<Object> values;

        Values(int size, IntFunction<Object> values) {
            this.size = size;
            this.values = values;
        }

        @Override
        public Object get(int index) {
            return values.apply(index);
        }

        @Override
        public int size() {
            return size;
        }
    }

    /** Null for a table key that is not a value of its attribute, which no cell has. */
    private static Object valueOrNull(String name, Function<String, Object> value) {
        try {
            return value.apply(name);
        } catch (NumberFormatException | DateTimeException noSuchValue) {
            return null;
        }
    }
}
