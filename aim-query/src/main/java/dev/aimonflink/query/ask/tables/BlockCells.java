package dev.aimonflink.query.ask.tables;

import dev.aimonflink.matrix.column.Block;
import dev.aimonflink.matrix.column.ColumnHandle;
import dev.aimonflink.matrix.layout.StoredColumn;
import dev.aimonflink.matrix.model.EntityId;
import dev.aimonflink.matrix.model.FieldType;
import dev.aimonflink.matrix.names.AttributeColumns;
import dev.aimonflink.matrix.names.CodeHandle;
import dev.aimonflink.matrix.names.NumberHandle;
import dev.aimonflink.matrix.names.TableColumn;
import dev.aimonflink.query.compute.program.VectorColumn;
import dev.aimonflink.query.serve.pass.ScanContext;
import dev.aimonflink.query.serve.request.Averages;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.IdentityHashMap;

/** The cells of one row of a block; it moves from row to row. */
public final class BlockCells implements EntityCells {
    private final ScanContext context;
    private final AttributeColumns attributes;
    private final IdentityHashMap<StoredColumn, ColumnHandle> handles = new IdentityHashMap<>();

    private Block block;
    private int row;

    public BlockCells(ScanContext context) {
        this.context = context;
        attributes = context.attributes();
    }

    public void moveTo(Block toBlock, int toRow) {
        block = toBlock;
        row = toRow;
    }

    public ScanContext context() {
        return context;
    }

    public int row() {
        return row;
    }

    @Override
    public EntityId key() {
        return context.keys().apply(block.ids()[row]);
    }

    @Override
    public Object attribute(MatrixColumn.OfAttribute attribute) {
        NumberHandle number = attributes.number(attribute.index());
        if (number != null) {
            return ofNumbers(number).value(block.numbers(number).get(row));
        }
        CodeHandle handle = attributes.own(attribute.index());
        String text = attributes.name(handle, block.codes(handle)[row]);
        return text == null ? null : value(attribute.attribute().type(), text);
    }

    public static VectorColumn ofNumbers(NumberHandle handle) {
        return VectorColumn.ofNullable(handle.type().sqlType(), handle.isOfDoubles(), handle.none());
    }

    /** The value that a name of a code stands for. */
    public static Object value(FieldType type, String name) {
        return switch (type.kind()) {
            case BOOLEAN -> Boolean.valueOf(name);
            case INT, LONG -> Long.valueOf(name);
            case DECIMAL -> new BigDecimal(name);
            case DOUBLE -> Double.valueOf(name);
            case TIME -> Instant.parse(name);
            case ENUM, TEXT -> name;
        };
    }

    @Override
    public String tableCell(TableColumn column) {
        return attributes.tableCodes(column).cell(block.codes(attributes.own(column.index()))[row]);
    }

    @Override
    public long cell(StoredColumn column) {
        ColumnHandle handle = handles.get(column);
        if (handle == null) {
            handle = context.columns().handle(column.name());
            handles.put(column, handle);
        }
        return handle.map(
                ofInts -> (long) block.ints(ofInts)[row],
                ofLongs -> block.longs(ofLongs).get(row),
                ofDoubles -> block.doubles(ofDoubles)[row]);
    }

    /** A block has sums rounded to double, with the rounding errors kept beside them. */
    @Override
    public Double variance(long count, StoredColumn sum, StoredColumn squares) {
        return Averages.varianceOfRounded(
                count, Double.longBitsToDouble(cell(sum)), Double.longBitsToDouble(cell(squares)));
    }
}
