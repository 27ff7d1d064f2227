package dev.aimonflink.local.chaos;

import dev.aimonflink.core.layout.MatrixSchema;
import dev.aimonflink.core.model.EventFunction;
import dev.aimonflink.core.model.ModelColumn;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Finds since when a changed schema keeps each column: by name, as the job converts records of a savepoint. */
final class Births {
    /** The id and four attributes, which no change touches. */
    private static final int ATTRIBUTES = 5;

    private Births() {}

    /**
     * For each cell of a point query's row, the index of the first generation that keeps it without a break.
     *
     * @param schemas of all generations; the row is of the last
     */
    static List<Integer> ofCells(List<MatrixSchema> schemas) {
        MatrixSchema current = schemas.get(schemas.size() - 1);
        List<Integer> generations = new ArrayList<>(Collections.nCopies(ATTRIBUTES, 0));
        current.columns().forEach(aggregate -> generations.add(of(aggregate.name(), schemas)));
        current.derived().forEach(derived -> generations.add(of(derived, current, schemas)));
        return generations;
    }

    private static int of(String column, List<MatrixSchema> schemas) {
        int generation = schemas.size() - 1;
        while (generation > 0 && schemas.get(generation - 1).contains(column)) {
            generation--;
        }
        return generation;
    }

    private static int of(ModelColumn derived, MatrixSchema current, List<MatrixSchema> schemas) {
        Set<EventFunction> functions = derived.function() == EventFunction.AVG
                ? EnumSet.of(EventFunction.SUM)
                : EnumSet.of(EventFunction.SUM, EventFunction.SQUARES);
        List<Integer> generations = Stream.concat(
                        Stream.of(current.operand(EventFunction.COUNT, ModelColumn.NO_FIELD, derived)),
                        functions.stream().map(each -> current.operand(each, derived.field(), derived)))
                .map(each -> of(each.name(), schemas))
                .distinct()
                .toList();
        if (generations.size() != 1) {
            throw new IllegalArgumentException(
                    derived.name() + " has parts of different age, which cannot be recomputed.");
        }
        return generations.get(0);
    }
}
