package dev.aimonflink.matrix.names;

import dev.aimonflink.matrix.model.Attribute;
import dev.aimonflink.matrix.model.Attributes;
import dev.aimonflink.matrix.model.EntityType;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * The columns of attributes: each has its own, of codes or numbers, and one of codes for each listed column of its table. So joins happen
 * when a profile arrives, and scans compare ints.
 *
 * <p>Codes count from 1; 0 is {@link #NONE}. Their names depend on the attribute:
 *
 * <ul>
 *   <li>A boolean has {@code false} and {@code true}, an enumeration its labels in order.
 *   <li>A text, or a number with a table, has a dictionary: the table's keys, sorted, and then all other values in order of arrival. For
 *       these the columns of the table are none.
 *   <li>A number or time without a table has no codes, but a column of numbers.
 *   <li>A table's column has its different cells, sorted. An empty cell is a name like others.
 * </ul>
 *
 * <p>Codes are valid for these tables, and those of a dictionary for this instance only; records keep the attributes, so the next start may
 * have other tables. One thread fills cells, which gives codes to new texts; others may ask for names meanwhile.
 */
public final class AttributeColumns {
    /** The code of a null value, and of the cells of a table that lacks the key. */
    public static final int NONE = 0;

    /** The code of a name that a column lacks; no cell equals it. */
    public static final int NO_SUCH_NAME = -1;

    /** The most texts of an attribute that are not keys of its table, because a dictionary never shrinks. */
    public static final int MAX_TEXTS = 1 << 16;

    private final List<CodeHandle> columns = new ArrayList<>();
    private final CodeHandle[] own;

    /** By attribute; null if it has codes. */
    private final NumberHandle[] numbers;

    private final List<CodedNames> names = new ArrayList<>();

    /** By attribute; null if it has a column of numbers. */
    private final AttributeCodes[] codes;

    public AttributeColumns(EntityType type, EntityTables tables) {
        codes = new AttributeCodes[type.attributes().size()];
        own = new CodeHandle[codes.length];
        numbers = new NumberHandle[codes.length];
        int numberCount = 0;
        for (int index = 0; index < codes.length; index++) {
            Attribute attribute = type.attributes().get(index);
            if (AttributeCodes.has(attribute)) {
                codes[index] = new AttributeCodes(
                        attribute, attribute.table() == null ? null : tables.table(attribute.table()));
                names.addAll(codes[index].names());
                own[index] = new CodeHandle(columns.size(), index, null, attribute.name());
                columns.add(own[index]);
                for (String column : attribute.columns()) {
                    columns.add(new CodeHandle(columns.size(), index, column, column));
                }
            } else {
                numbers[index] = new NumberHandle(numberCount++, index, attribute.type());
            }
        }
    }

    /** By attribute, each attribute's own column before those of its table. */
    public List<CodeHandle> columns() {
        return List.copyOf(columns);
    }

    public List<NumberHandle> numbers() {
        return Stream.of(numbers).filter(Objects::nonNull).toList();
    }

    /** An attribute's own column of codes; null if it has one of numbers. */
    public CodeHandle own(int attribute) {
        return own[attribute];
    }

    /** An attribute's column of numbers; null if it has codes. */
    public NumberHandle number(int attribute) {
        return numbers[attribute];
    }

    /** Several if a table's column has the name of an attribute, or of a column of another table. */
    public List<CodeHandle> named(String name) {
        return columns.stream().filter(column -> column.name().equals(name)).toList();
    }

    /** @throws TooManyTextsException if an attribute without a table has a full dictionary that lacks the text */
    public void requireRoom(Attributes attributes) {
        for (int index = 0; index < codes.length; index++) {
            if (codes[index] != null) {
                codes[index].requireRoom(attributes.value(index));
            }
        }
    }

    public AttributeCells newCells() {
        return new AttributeCells(new int[columns.size()], new long[numbers().size()]);
    }

    /** Fills in the cells of an entity; a text for which a dictionary has no room is {@link #NONE}. */
    public void fill(Attributes attributes, AttributeCells into) {
        int column = 0;
        for (int index = 0; index < codes.length; index++) {
            if (codes[index] != null) {
                column = codes[index].fill(attributes.value(index), into.codes(), column);
            } else {
                into.numbers()[numbers[index].index()] = numbers[index].cell(attributes.value(index));
            }
        }
    }

    /** Whether some texts of a column's attribute got no code, so that its groups and comparisons would be wrong. */
    public boolean lacksTexts(CodeHandle column) {
        return codes[column.attribute()].lacksTexts();
    }

    public List<String> names(CodeHandle column) {
        return names.get(column.index()).inOrder();
    }

    /** The greatest code of a column, which is its number of names. */
    public int maxCode(CodeHandle column) {
        return names.get(column.index()).size();
    }

    /** Null if the code is {@link #NONE}. */
    public String name(CodeHandle column, int code) {
        return code == NONE ? null : names.get(column.index()).name(code);
    }

    /**
     * The codes of any column of an attribute's table, listed or not, by the codes of the attribute's own column. Made on the first call
     * and kept. A listed column has the codes of its own column.
     */
    public TableCodes tableCodes(TableColumn column) {
        return codes[column.index()].tableCodes(column.column());
    }
}
