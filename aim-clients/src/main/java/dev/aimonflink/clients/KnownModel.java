package dev.aimonflink.clients;

import dev.aimonflink.matrix.calls.CallModel;
import dev.aimonflink.matrix.calls.PresetModels;
import dev.aimonflink.matrix.format.model.ModelFile;
import dev.aimonflink.matrix.model.Attribute;
import dev.aimonflink.matrix.model.InvalidInputException;
import dev.aimonflink.matrix.model.Model;
import dev.aimonflink.matrix.model.Names;
import dev.aimonflink.matrix.names.EntityTable;
import dev.aimonflink.matrix.names.EntityTables;
import dev.aimonflink.matrix.setup.ModelSource;
import dev.aimonflink.query.serve.request.QueryResult;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The model of a job, given by the user or by the job.
 *
 * @param tables of its attributes, read on demand: a table may be large, and most commands need none
 */
public record KnownModel(Model model, Supplier<EntityTables> tables) {
    /** What every job answers. */
    public static final String STATEMENT = "SELECT yaml FROM information_schema.model";

    public static final KnownModel OF_CALLS =
            new KnownModel(CallModel.withAggregates(CallModel.AGGREGATES_PER_COPY), PresetModels::tables);

    public static KnownModel of(ModelSource given) {
        return new KnownModel(given.model(), given::tables);
    }

    /**
     * Empty if no job answers.
     *
     * @param answers to a statement; empty if there is none in time
     */
    public static Optional<KnownModel> ofJob(Function<String, Optional<QueryResult>> answers) {
        return answers.apply(STATEMENT).map(answer -> {
            Model model = ModelFile.parse((String) answer.rows().get(0).get(0), "the model of the job");
            return new KnownModel(
                    model, CallModel.isOfSubscribers(model) ? PresetModels::tables : () -> tablesOfJob(model, answers));
        });
    }

    private static EntityTables tablesOfJob(Model model, Function<String, Optional<QueryResult>> answers) {
        return new EntityTables(model.entity().tables().keySet().stream()
                .map(
                        name -> answers.apply("SELECT * FROM " + Names.folded(name))
                                .map(rows -> table(name, model, rows))
                                .orElseThrow(
                                        () -> new InvalidInputException(
                                                "table=" + name
                                                        + " was not sent by the job. Give its model with --model, which reads the file of the table.")))
                .toList());
    }

    private static EntityTable table(String name, Model model, QueryResult rows) {
        return new EntityTable(
                name,
                rows.columns().stream()
                        .map(column -> named(column, name, model))
                        .toList(),
                rows.rows().stream()
                        .map(row -> row.stream().map(String::valueOf).toArray(String[]::new))
                        .toList());
    }

    /** SQL folds the names of columns; the model lists some as its file does. */
    public static String named(String column, String table, Model model) {
        return model.entity().attributes().stream()
                .filter(attribute -> table.equals(attribute.table()))
                .map(Attribute::columns)
                .flatMap(List::stream)
                .filter(listed -> Names.folded(listed).equals(column))
                .findFirst()
                .orElse(column);
    }
}
