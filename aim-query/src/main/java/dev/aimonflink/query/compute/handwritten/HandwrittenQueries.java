package dev.aimonflink.query.compute.handwritten;

import dev.aimonflink.matrix.kernel.Kernels;
import dev.aimonflink.query.ask.cut.Fragment;
import dev.aimonflink.query.compute.program.VectorColumns;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Predicate;

/** The queries with loops of their own. */
public final class HandwrittenQueries {
    private record Entry(Predicate<Shape> fits, BiFunction<Shape, Kernels, HandwrittenQuery> making) {}

    /** No fragment matches two of them. */
    private static final List<Entry> QUERIES = List.of(
            new Entry(Query1AverageOfSome::fits, Query1AverageOfSome::new),
            new Entry(Query2HighestOfSome::fits, Query2HighestOfSome::new),
            new Entry(Query3SumsOfLowestGroups::fits, (shape, kernels) -> new Query3SumsOfLowestGroups(shape)),
            new Entry(Query4TotalsOfSomeByName::fits, Query4TotalsOfSomeByName::new),
            new Entry(Query5TotalsOfNamesByName::fits, Query5TotalsOfNamesByName::new),
            new Entry(Query6HoldersOfHighest::fits, Query6HoldersOfHighest::new),
            new Entry(Query7SumsOfName::fits, Query7SumsOfName::new));

    private HandwrittenQueries() {}

    /** The query that finds all that a fragment's states need, or null. */
    public static HandwrittenQuery of(Fragment fragment, VectorColumns columns, Kernels kernels) {
        Shape shape = Shape.of(fragment, columns);
        for (Entry each : QUERIES) {
            if (shape != null && each.fits.test(shape)) {
                return each.making.apply(shape, kernels);
            }
        }
        return null;
    }
}
