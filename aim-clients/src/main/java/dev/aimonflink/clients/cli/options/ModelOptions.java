package dev.aimonflink.clients.cli.options;

import dev.aimonflink.matrix.calls.CallModel;
import dev.aimonflink.matrix.format.MalformedException;
import dev.aimonflink.matrix.format.event.ProfileModelCodec;
import dev.aimonflink.matrix.model.EntityId;
import dev.aimonflink.matrix.model.InvalidInputException;
import dev.aimonflink.matrix.model.Model;
import dev.aimonflink.matrix.setup.ModelSource;
import java.nio.charset.StandardCharsets;
import java.util.List;
import picocli.CommandLine.Option;

/** The model that a command is about; a mixin. */
public final class ModelOptions {
    @Option(
            names = "--model",
            paramLabel = "NAME|FILE",
            description =
                    "The job's model: aim-42, aim-546, or a YAML file. Default: aim-42, whose events and entities are those of aim-546, too")
    private String nameOrFile;

    /** Null if none is given. */
    public ModelSource source() {
        return nameOrFile == null ? null : ModelSource.of("Model", nameOrFile);
    }

    /** Null if none is given. */
    public Model model() {
        return nameOrFile == null ? null : source().model();
    }

    /** That of calls if none is given. */
    public Model modelOrCalls() {
        return nameOrFile == null ? CallModel.withAggregates(CallModel.AGGREGATES_PER_COPY) : model();
    }

    /** What to add to a message about a line of a file; empty if a model is given. */
    public String hintForLines() {
        return nameOrFile == null ? " Without --model, lines are those of calls and subscribers." : "";
    }

    /** What to add to a message that there is no such query; empty if a model is given. */
    public String hintForQueries() {
        return nameOrFile == null ? " For a query of another model, give --model." : "";
    }

    /** What to add to a message that a request was sent; empty if a model is given. */
    public String hintForRequests() {
        return nameOrFile == null ? " If the job has another model than that of calls, give --model." : "";
    }

    /** Reads keys of the entities of {@link #modelOrCalls} as a user gives them. */
    public List<EntityId> keys(Model model, List<String> given) {
        ProfileModelCodec codec = new ProfileModelCodec(model);
        return given.stream().map(text -> key(model, codec, text)).toList();
    }

    private EntityId key(Model model, ProfileModelCodec codec, String text) {
        try {
            return codec.decodeKey(text.getBytes(StandardCharsets.UTF_8));
        } catch (MalformedException wrong) {
            String key = model.event().key().name();
            throw new InvalidInputException(
                    wrong.getMessage() + ". Give the " + key + " of a "
                            + model.entity().name()
                            + (nameOrFile == null ? ", or give --model for an entity of another model." : "."),
                    wrong);
        }
    }
}
