package dev.aimonflink.query.ask.cut;

import dev.aimonflink.query.ask.tables.MatrixColumn;
import dev.aimonflink.query.ask.tables.MatrixTables;
import dev.aimonflink.query.serve.pass.QueryError;
import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.evaluate.BoundRewriter;
import dev.aimonflink.sql.plan.AggregateCall;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/** Finds where a text names the aggregates that its fragments read. */
public final class ColumnPlaces {
    private ColumnPlaces() {}

    /** The first character, from 1 on, at which an aggregate, or one computed from it, is used; 0 if there is none. */
    public static int first(String name, List<Fragment> fragments, MatrixTables tables) {
        return fragments.stream()
                .flatMapToInt(fragment -> places(fragment, column -> column.aggregates(tables.schema()).stream()
                        .anyMatch(aggregate -> aggregate.name().equals(name))))
                .min()
                .orElse(QueryError.InSql.NOWHERE);
    }

    private static IntStream places(Fragment fragment, Predicate<MatrixColumn> isMeant) {
        IntStream.Builder places = IntStream.builder();
        BoundRewriter visitor = new BoundRewriter(node -> {
            // A node without a place of its own is at 0.
            if (node instanceof Bound.Field field
                    && field.position() > 0
                    && isMeant.test(fragment.columns().get(field.column().index()))) {
                places.add(field.position() + 1);
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
        return places.build();
    }
}
