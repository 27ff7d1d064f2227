package dev.aimonflink.core.handwritten;

import dev.aimonflink.core.cut.Fragment;
import dev.aimonflink.core.kernel.Kernels;
import dev.aimonflink.core.program.VectorColumns;
import java.util.List;
import java.util.Objects;
import java.util.function.BiFunction;

/** The queries with loops of their own. */
public final class HandwrittenQueries {
    /** Each gives null for a fragment that is another. No fragment is two of them. */
    private static final List<BiFunction<Shape, Kernels, HandwrittenQuery>> QUERIES = List.of(
            Query1AverageOfSome::of,
            Query2HighestOfSome::of,
            Query3SumsOfLowestGroups::of,
            Query4TotalsOfSomeByName::of,
            Query5TotalsOfNamesByName::of,
            Query6HoldersOfHighest::of,
            Query7SumsOfName::of);

    private HandwrittenQueries() {}

    /** The query that finds out all that the states of a fragment need; null if there is none. */
    public static HandwrittenQuery of(Fragment fragment, VectorColumns columns, Kernels kernels) {
        Shape shape = Shape.of(fragment, columns);
        return shape == null
                ? null
                : QUERIES.stream()
                        .map(query -> query.apply(shape, kernels))
                        .filter(Objects::nonNull)
                        .findFirst()
                        .orElse(null);
    }
}
