package dev.aimonflink.sql.plan;

import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.bind.Conversions;
import dev.aimonflink.sql.bind.Function;
import dev.aimonflink.sql.text.FromItem;
import java.util.ArrayList;
import java.util.List;

/** Two sources side by side. The columns of USING occur once, and are null only where both are. */
final class JoinedTables implements Source {
    private final FromItem.Join.Kind kind;
    private final Source left;
    private final Source right;
    private final List<String> using;
    private final Conversions conversions;

    JoinedTables(FromItem.Join.Kind kind, Source left, Source right, List<String> using, Conversions conversions) {
        this.kind = kind;
        this.left = left;
        this.right = right;
        this.using = using;
        this.conversions = conversions;
    }

    @Override
    public int width() {
        return left.width() + right.width();
    }

    @Override
    public void shift(int columns) {
        left.shift(columns);
        right.shift(columns);
    }

    @Override
    public void addTables(List<NamedTable> tables) {
        left.addTables(tables);
        right.addTables(tables);
    }

    @Override
    public void addColumns(String name, boolean isAlias, int position, List<Bound> columns) {
        if (!isAlias && using.contains(name)) {
            columns.add(merged(name, position));
        } else {
            left.addColumns(name, isAlias, position, columns);
            right.addColumns(name, isAlias, position, columns);
        }
    }

    private Bound merged(String name, int position) {
        Conversions.Pair both =
                conversions.pair(column(left, name, position), column(right, name, position), "USING", position);
        return switch (kind) {
            case RIGHT -> both.right();
            case FULL -> {
                List<Bound> sides = List.of(both.left(), both.right());
                yield new Bound.Call(Function.COALESCE, sides, Conversions.typeOf(sides), position);
            }
            default -> both.left();
        };
    }

    /** A side's only column of the name; {@link FromBinder} has checked that there is one. */
    private static Bound column(Source side, String name, int position) {
        List<Bound> columns = new ArrayList<>();
        side.addColumns(name, false, position, columns);
        return columns.get(0);
    }

    @Override
    public void addShown(int position, List<Shown> shown) {
        using.forEach(name -> shown.add(new Shown(name, merged(name, position))));
        List<Shown> others = new ArrayList<>();
        left.addShown(position, others);
        right.addShown(position, others);
        others.removeIf(column -> using.contains(column.name()));
        shown.addAll(others);
    }
}
