package dev.aimonflink.lab.workload;

import dev.aimonflink.matrix.layout.MatrixSchema;
import dev.aimonflink.matrix.model.InvalidInputException;
import dev.aimonflink.matrix.model.Model;
import dev.aimonflink.matrix.names.EntityTables;
import dev.aimonflink.matrix.setup.ModelSource;
import dev.aimonflink.query.ask.tables.MatrixTables;
import dev.aimonflink.query.plain.PlainQueries;
import dev.aimonflink.query.setup.Catalogues;
import java.nio.file.Path;
import java.util.Map;

/**
 * A model whose events are published and whose answers are recomputed.
 *
 * @param name how the job finds it; null if a job with it runs already
 * @param folder to which its tables' paths are relative; null if a job with it runs already
 */
public record GivenModel(String name, Path folder, Model model, EntityTables tables) {
    /** @throws InvalidInputException if Kafka determines its events' times, which their publisher does not know */
    public GivenModel {
        if (model.event().isTimedByRecord()) {
            throw new InvalidInputException(
                    "The model '" + model.name() + "' has time: record, and answers are verified"
                            + " here by the times of the events that are published. Name a field of the event as its time.");
        }
    }

    public GivenModel(Model model, EntityTables tables) {
        this(null, null, model, tables);
    }

    /** @throws InvalidInputException if there is none, or it is wrong */
    public static GivenModel of(String nameOrFile) {
        ModelSource source = ModelSource.of("Model", nameOrFile);
        return new GivenModel(nameOrFile, source.folder(), source.model(), source.tables());
    }

    /** The catalogue's texts that the model's columns suffice for. */
    public PlainQueries queries() {
        MatrixSchema schema = MatrixSchema.of(model);
        return new PlainQueries(new MatrixTables(schema, tables, Map.of()), Catalogues.of(schema));
    }
}
