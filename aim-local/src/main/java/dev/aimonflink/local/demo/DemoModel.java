package dev.aimonflink.local.demo;

import dev.aimonflink.core.model.EntityTables;
import dev.aimonflink.core.model.InvalidInputException;
import dev.aimonflink.core.model.Model;
import dev.aimonflink.core.schema.CallModel;
import dev.aimonflink.core.schema.MatrixSchema;
import dev.aimonflink.core.wire.ModelSource;
import java.util.OptionalInt;

/**
 * A model of events other than calls.
 *
 * @param name how the job finds it; null if a job with it runs already
 */
record DemoModel(String name, Model model, EntityTables tables) {
    static DemoModel of(String nameOrFile, ModelSource source) {
        return new DemoModel(nameOrFile, source.model(), source.tables("dimensions", null));
    }

    /** How many aggregates a model has, if it is one of the benchmark's. */
    static OptionalInt aggregatesOfBenchmark(Model model) {
        MatrixSchema schema = MatrixSchema.of(model);
        int present = schema.columns().size();
        boolean isOfBenchmark = CallModel.isOfCalls(model)
                && present % MatrixSchema.AGGREGATES_PER_COPY == 0
                && schema.fingerprint() == MatrixSchema.withAggregates(present).fingerprint();
        return isOfBenchmark ? OptionalInt.of(present) : OptionalInt.empty();
    }

    /** @throws InvalidInputException if the events are calls, whose queries a demo recomputes for the benchmark's models alone */
    static void requireOthersThanCalls(Model model, String option) {
        if (CallModel.isOfCalls(model)) {
            throw new InvalidInputException(
                    option + " has a model of calls that is not one of the benchmark's, and a demo"
                            + " recomputes those. Give aim-42, aim-546, or a model of other events.");
        }
    }
}
