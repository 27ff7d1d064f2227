package dev.aimonflink.core.partial;

import dev.aimonflink.core.model.EntityId;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.io.IOException;

/**
 * The entities with the lowest or highest of some longs or doubles, the first ones first, and their values. Ties go to the lowest
 * keys. An entity is offered once; the entries of all rows follow each other in the same arrays.
 */
public final class TopEntities extends States {
    /** The most entities of one row. */
    public static final int MAX_ENTITIES = 1_000;

    private final int most;
    private final LongArrayList values = new LongArrayList();
    private final EntityIds ids = new EntityIds();

    /** Where the entries of each row begin, and one element for the row after the last. */
    private final IntArrayList begins = new IntArrayList(new int[] {0});

    TopEntities(StateKind kind, int most) {
        super(kind);
        if (most < 1 || most > MAX_ENTITIES) {
            throw new IllegalArgumentException("most=" + most + " is outside 1.." + MAX_ENTITIES + ".");
        }
        this.most = most;
    }

    public static TopEntities lowestLongs(int most) {
        return new TopEntities(StateKind.LOWEST_LONGS, most);
    }

    public static TopEntities highestLongs(int most) {
        return new TopEntities(StateKind.HIGHEST_LONGS, most);
    }

    public static TopEntities lowestDoubles(int most) {
        return new TopEntities(StateKind.LOWEST_DOUBLES, most);
    }

    public static TopEntities highestDoubles(int most) {
        return new TopEntities(StateKind.HIGHEST_DOUBLES, most);
    }

    /** Appends a row without entities. */
    public TopEntities addRow() {
        begins.add(values.size());
        return this;
    }

    /** Offers an entity to the last row. */
    public TopEntities offerLong(long value, EntityId key) {
        offer(kind().requireLong(value), key);
        return this;
    }

    /** Offers an entity to the last row. */
    public TopEntities offerDouble(double value, EntityId key) {
        offer(kind().requireDouble(Double.doubleToLongBits(value)), key);
        return this;
    }

    private void offer(long value, EntityId key) {
        final int begin = begins.getInt(rows() - 1);
        int at = values.size();
        while (at > begin && isBefore(value, key, at - 1)) {
            at--;
        }
        if (at - begin == most) {
            return;
        }
        values.add(at, value);
        ids.insert(at, key);
        if (values.size() - begin > most) {
            values.removeLong(values.size() - 1);
            ids.removeLast();
        }
        begins.set(rows(), values.size());
    }

    private boolean isBefore(long value, EntityId key, int entry) {
        int order = kind().order(value, values.getLong(entry));
        return order < 0 || (order == 0 && ids.compare(entry, key) > 0);
    }

    /** How many entities a row has. */
    public int entities(int row) {
        return begins.getInt(row + 1) - begins.getInt(row);
    }

    public EntityId id(int row, int entity) {
        return ids.id(begins.getInt(row) + entity);
    }

    public long longValue(int row, int entity) {
        return kind().requireLong(value(row, entity));
    }

    public double doubleValue(int row, int entity) {
        return Double.longBitsToDouble(kind().requireDouble(value(row, entity)));
    }

    private long value(int row, int entity) {
        return values.getLong(begins.getInt(row) + entity);
    }

    @Override
    public int rows() {
        return begins.size() - 1;
    }

    @Override
    States empty() {
        return new TopEntities(kind(), most);
    }

    @Override
    boolean isLike(States other) {
        return other instanceof TopEntities top && kind() == top.kind() && most == top.most;
    }

    @Override
    void append(States from, int row) {
        addRow();
        mergeIntoLast(from, row);
    }

    @Override
    void mergeIntoLast(States from, int row) {
        TopEntities that = (TopEntities) from;
        for (int entity = 0; entity < that.entities(row); entity++) {
            offer(that.value(row, entity), that.id(row, entity));
        }
    }

    @Override
    void writeForm(PartialWriter out) {
        out.number(most);
    }

    @Override
    void write(int row, PartialWriter out) {
        out.number(entities(row));
        for (int entry = begins.getInt(row); entry < begins.getInt(row + 1); entry++) {
            out.number(values.getLong(entry));
            ids.write(entry, out);
        }
    }

    @Override
    void read(PartialReader in) throws IOException {
        addRow();
        for (long left = in.number("entities", 0, most); left > 0; left--) {
            offer(in.number(), EntityIds.readOne(in));
        }
    }
}
