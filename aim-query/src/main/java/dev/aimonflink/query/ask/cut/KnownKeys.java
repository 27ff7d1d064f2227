package dev.aimonflink.query.ask.cut;

import dev.aimonflink.matrix.names.TableColumn;
import dev.aimonflink.query.ask.tables.MatrixColumn;
import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.bind.Column;
import dev.aimonflink.sql.evaluate.ColumnsOf;
import java.util.ArrayList;
import java.util.List;

/**
 * The conditions of a fragment, for vectors. A join tests that an attribute is a key of its table, which reads a column. The test is
 * superfluous where a condition compares another column of the table, or where a column of the table is read anyway and must not be null.
 */
public final class KnownKeys {
    private final Fragment fragment;
    private final List<Column> readAnyway = new ArrayList<>();

    private KnownKeys(Fragment fragment) {
        this.fragment = fragment;
        fragment.keys().forEach(each -> ColumnsOf.add(each, readAnyway));
    }

    public static List<Bound> conditions(Fragment fragment) {
        return new KnownKeys(fragment).conditions();
    }

    private List<Bound> conditions() {
        List<Bound> conditions = new ArrayList<>();
        for (Bound each : fragment.conditions()) {
            TableColumn key = knownKey(each);
            if (key == null) {
                conditions.add(each);
            } else if (fragment.conditions().stream().noneMatch(other -> isFalseWithout(key, other))) {
                conditions.add(readAnyway.stream()
                        .filter(column -> isOfTable(column, key))
                        .findFirst()
                        .map(column -> isKnown(column, each.position()))
                        .orElse(each));
            }
        }
        return conditions;
    }

    /** The table key that a condition only requires to be known. */
    private TableColumn knownKey(Bound condition) {
        return condition instanceof Bound.Not not
                        && not.operand() instanceof Bound.IsNull isNull
                        && isNull.operand() instanceof Bound.Field field
                        && fragment.columns().get(field.column().index()) instanceof MatrixColumn.OfTable of
                        && of.column().column() == 0
                ? of.column()
                : null;
    }

    /** Whether a condition compares another column of the key's table, which is null without a key. */
    private boolean isFalseWithout(TableColumn key, Bound condition) {
        return condition instanceof Bound.Comparison comparison
                && ((comparison.left() instanceof Bound.Field left && isOfTable(left.column(), key))
                        || (comparison.right() instanceof Bound.Field right && isOfTable(right.column(), key)));
    }

    /** Whether a column has a cell in each row of the key's table. */
    private boolean isOfTable(Column column, TableColumn key) {
        return fragment.columns().get(column.index()) instanceof MatrixColumn.OfTable of
                && of.column().index() == key.index()
                && of.column().column() != 0;
    }

    private static Bound isKnown(Column column, int position) {
        return new Bound.Not(new Bound.IsNull(new Bound.Field(column, position), position), position);
    }
}
