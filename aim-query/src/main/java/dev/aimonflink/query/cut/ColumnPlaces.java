package dev.aimonflink.query.cut;

import dev.aimonflink.query.pass.QueryError;
import dev.aimonflink.query.tables.MatrixColumn;
import dev.aimonflink.query.tables.MatrixTables;
import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.evaluate.BoundRewriter;
import dev.aimonflink.sql.plan.AggregateCall;
import java.util.List;

/** Finds where a text uses the aggregates of the model that its fragments read. */
public final class ColumnPlaces {
    private final MatrixTables tables;
    private final String name;

    /** From 1 on. */
    private int first = QueryError.InSql.NOWHERE;

    private ColumnPlaces(MatrixTables tables, String name) {
        this.tables = tables;
        this.name = name;
    }

    /** The first character, from 1 on, at which an aggregate is used, or one that is computed from it; 0 if there is none. */
    public static int first(String name, List<Fragment> fragments, MatrixTables tables) {
        ColumnPlaces places = new ColumnPlaces(tables, name);
        fragments.forEach(places::visit);
        return places.first;
    }

    private void visit(Fragment fragment) {
        BoundRewriter visitor = new BoundRewriter(node -> {
            // What has no place of its own is at 0, where no text names a column.
            if (node instanceof Bound.Field field
                    && field.position() > 0
                    && reads(fragment.columns().get(field.column().index()))) {
                int position = field.position() + 1;
                first = first == QueryError.InSql.NOWHERE ? position : Math.min(first, position);
            }
            return null;
        });
        visitor.rewrite(fragment.conditions());
        visitor.rewrite(fragment.keys());
        for (AggregateCall aggregate : fragment.aggregates()) {
            visitor.rewrite(aggregate.arguments());
            visitor.rewrite(aggregate.filter());
            aggregate.order().forEach(term -> visitor.rewrite(term.value()));
        }
        if (fragment.extreme() != null) {
            visitor.rewrite(fragment.extreme().value());
        }
    }

    private boolean reads(MatrixColumn column) {
        return column.aggregates(tables.schema()).stream()
                .anyMatch(aggregate -> aggregate.name().equals(name));
    }
}
