package dev.aimonflink.core.partial;

import dev.aimonflink.core.bytes.ByteReader;
import dev.aimonflink.core.bytes.ByteWriter;
import dev.aimonflink.core.model.EntityId;
import dev.aimonflink.sql.evaluate.Order;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Keys of entities. Numbers come before texts; a matrix has keys of one kind. */
final class EntityIds {
    private final LongArrayList numbers = new LongArrayList();

    /** Null for numbers. */
    private final List<String> texts = new ArrayList<>();

    void add(EntityId key) {
        insert(numbers.size(), key.number(), key.text());
    }

    /** Fills a row that has no entity. */
    void addNone() {
        insert(numbers.size(), 0, null);
    }

    private void insert(int row, long number, String text) {
        numbers.add(row, number);
        texts.add(row, text);
    }

    void set(int row, EntityIds from, int fromRow) {
        numbers.set(row, from.numbers.getLong(fromRow));
        texts.set(row, from.texts.get(fromRow));
    }

    EntityId id(int row) {
        return new EntityId(numbers.getLong(row), texts.get(row));
    }

    int compare(int row, EntityIds other, int otherRow) {
        return compare(row, other.numbers.getLong(otherRow), other.texts.get(otherRow));
    }

    private int compare(int row, long number, String text) {
        String ours = texts.get(row);
        if (ours != null && text != null) {
            return Order.compareTexts(ours, text);
        }
        int kinds = Boolean.compare(ours != null, text != null);
        return kinds != 0 ? kinds : Long.compare(numbers.getLong(row), number);
    }

    void write(int row, ByteWriter out) {
        String text = texts.get(row);
        out.flag(text != null);
        if (text == null) {
            out.number(numbers.getLong(row));
        } else {
            out.text(text);
        }
    }

    void read(ByteReader in) throws IOException {
        add(in.flag() ? EntityId.of(in.text()) : EntityId.of(in.getSigned()));
    }
}
