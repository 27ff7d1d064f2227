package dev.aimonflink.local.load;

import dev.aimonflink.core.calls.CallModel;
import dev.aimonflink.core.layout.MatrixSchema;
import dev.aimonflink.core.model.InvalidInputException;
import dev.aimonflink.core.model.Model;
import dev.aimonflink.core.names.EntityTables;
import dev.aimonflink.core.setup.ModelSource;
import java.nio.file.Path;
import java.util.OptionalInt;

/**
 * A model of events other than calls.
 *
 * @param name how the job finds it; null if a job with it runs already
 * @param folder to which the paths of its tables are relative; null if a job with it runs already
 */
public record GivenModel(String name, Path folder, Model model, EntityTables tables) {
    /** A model that a running job has. */
    public GivenModel(Model model, EntityTables tables) {
        this(null, null, model, tables);
    }

    private static GivenModel of(String nameOrFile, ModelSource source) {
        return new GivenModel(nameOrFile, source.folder(), source.model(), source.tables());
    }

    /**
     * What is kept of which events.
     *
     * @param aggregates of each subscriber, if the events are calls
     * @param model null for calls
     */
    public record Choice(int aggregates, GivenModel model) {
        /**
         * @param who recomputes answers, for messages, such as {@code a demo}
         * @throws InvalidInputException if the model is wrong or cannot be recomputed
         */
        public static Choice of(String model, String who) {
            ModelSource source = ModelSource.of("Model", model);
            OptionalInt ofBenchmark = aggregatesOfBenchmark(source.model());
            if (ofBenchmark.isPresent()) {
                return new Choice(ofBenchmark.getAsInt(), null);
            }
            requireOthersThanCalls(source.model(), "model=" + model, who);
            return new Choice(source.model().columns().size(), GivenModel.of(model, source));
        }
    }

    /** How many aggregates a model has, if it is one of the benchmark's. */
    public static OptionalInt aggregatesOfBenchmark(Model model) {
        MatrixSchema schema = MatrixSchema.of(model);
        int present = schema.columns().size();
        boolean isOfBenchmark = CallModel.isOfCalls(model)
                && present % CallModel.AGGREGATES_PER_COPY == 0
                && schema.fingerprint() == CallModel.schema(present).fingerprint();
        return isOfBenchmark ? OptionalInt.of(present) : OptionalInt.empty();
    }

    /** Queries of calls are recomputed for the benchmark's models alone. */
    private static void requireOthersThanCalls(Model model, String option, String who) {
        if (CallModel.isOfCalls(model)) {
            throw new InvalidInputException(option + " has a model of calls that is not one of the benchmark's, and "
                    + who + " recomputes those. Give aim-42, aim-546, or a model of other events.");
        }
    }
}
