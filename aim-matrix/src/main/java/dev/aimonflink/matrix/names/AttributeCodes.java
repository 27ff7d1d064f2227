package dev.aimonflink.matrix.names;

import dev.aimonflink.matrix.model.Attribute;
import dev.aimonflink.matrix.model.FieldType;
import java.util.ArrayList;
import java.util.List;

/** Computes the codes of one attribute: its own, and those of its table's listed columns. */
final class AttributeCodes {
    private final FieldType type;
    private final CodedNames own;

    /** The same object as {@link #own} if the attribute may have any text; null if it has labels. */
    private final TextDictionary dictionary;

    private final EntityTable table;
    private final List<TableCodes> listed = new ArrayList<>();

    /** By column of the table; null until asked for, and without a table. */
    private final TableCodes[] tableCodes;

    /** @param table null if the attribute is in none */
    AttributeCodes(Attribute attribute, EntityTable table) {
        type = attribute.type();
        this.table = table;
        dictionary =
                isOfLabels() ? null : new TextDictionary(attribute.name(), table == null ? List.of() : table.column(0));
        own = dictionary == null ? labels(type) : dictionary;
        tableCodes = table == null ? null : new TableCodes[table.columns().size()];
        for (String column : attribute.columns()) {
            listed.add(tableCodes(table.columns().indexOf(column)));
        }
    }

    static boolean has(Attribute attribute) {
        return switch (attribute.type().kind()) {
            case BOOLEAN, ENUM, TEXT -> true;
            case INT, LONG, DECIMAL, DOUBLE, TIME -> attribute.table() != null;
        };
    }

    private static CodedNames labels(FieldType type) {
        return CodedNames.declared(type.is(FieldType.Kind.BOOLEAN) ? List.of("false", "true") : type.labels());
    }

    /** The names of all columns, the attribute's own first. */
    List<CodedNames> names() {
        List<CodedNames> all = new ArrayList<>(List.of(own));
        listed.forEach(each -> all.add(each.codedNames()));
        return all;
    }

    /** The codes of a column of the table, by those of {@link #own}. Made on the first call, because a table may be large. Thread-safe. */
    synchronized TableCodes tableCodes(int column) {
        if (tableCodes[column] == null) {
            int keys = dictionary == null ? own.size() : table.rows();
            tableCodes[column] = new TableCodes(table.column(column), keys, this::rowOf);
        }
        return tableCodes[column];
    }

    private int rowOf(int ownCode) {
        return dictionary == null ? table.lookup(own.name(ownCode)) : ownCode - 1;
    }

    private boolean isOfLabels() {
        return type.is(FieldType.Kind.BOOLEAN) || type.is(FieldType.Kind.ENUM);
    }

    /** Throws if a text cannot get a code. A key that the table lacks is legal: the table's columns are then without it. */
    void requireRoom(Object value) {
        if (dictionary != null && table == null && value != null) {
            dictionary.requireRoom((String) value);
        }
    }

    boolean lacksTexts() {
        return dictionary != null && dictionary.lacksTexts();
    }

    /** Fills in the codes of all columns, from a place on; returns the place behind them. */
    int fill(Object value, int[] into, int from) {
        into[from] = value == null ? AttributeColumns.NONE : ownCode(TableKeys.text(type, value));
        for (int column = 0; column < listed.size(); column++) {
            into[from + 1 + column] = listed.get(column).code(into[from]);
        }
        return from + 1 + listed.size();
    }

    private int ownCode(String text) {
        // The model may have had a label that it no longer has.
        return dictionary == null ? Math.max(AttributeColumns.NONE, own.code(text)) : dictionary.add(text);
    }
}
