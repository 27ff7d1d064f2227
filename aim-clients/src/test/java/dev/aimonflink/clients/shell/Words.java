package dev.aimonflink.clients.shell;

import dev.aimonflink.matrix.calls.CallModel;
import dev.aimonflink.matrix.calls.PresetModels;
import dev.aimonflink.matrix.layout.MatrixSchema;
import dev.aimonflink.matrix.model.Model;
import dev.aimonflink.matrix.names.EntityTables;
import dev.aimonflink.query.ask.tables.MatrixTables;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import static org.assertj.core.api.Assertions.assertThat;

/** The words of calls. */
final class Words {
    private static final MatrixSchema SCHEMA = CallModel.schema(42);
    private static final EntityTables FILES = PresetModels.tables();

    private static final LiveValues NO_JOB = new LiveValues(statement -> List.of());

    private static final KnownTables TABLES =
            new ModelTables(SCHEMA.model(), FILES, new MatrixTables(SCHEMA, FILES, CallModel.tableAliases()), NO_JOB);

    /** The job has said that its tables are those of calls. */
    static final Vocabulary OF_CALLS = refreshed(TABLES);

    private Words() {}

    /** Those of a model without files. */
    static Vocabulary of(Model model, LiveValues live) {
        MatrixTables tables = new MatrixTables(MatrixSchema.of(model), EntityTables.NONE, Map.of());
        return refreshed(new ModelTables(model, EntityTables.NONE, tables, live));
    }

    private static Vocabulary refreshed(KnownTables tables) {
        Vocabulary vocabulary = new Vocabulary(() -> Optional.of(tables));
        assertThat(vocabulary.refresh()).isEmpty();
        return vocabulary;
    }
}
