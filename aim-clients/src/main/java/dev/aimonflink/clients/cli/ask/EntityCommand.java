package dev.aimonflink.clients.cli.ask;

import dev.aimonflink.clients.cli.environment.Environment;
import dev.aimonflink.clients.cli.options.ModelOptions;
import dev.aimonflink.clients.query.EntityQuestion;
import dev.aimonflink.matrix.model.Model;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code aim entity}. */
@Command(
        name = "entity",
        description = "Show the aggregates and attributes of one entity.",
        footer = {
            "",
            "Examples:",
            "  aim entity 7",
            "  aim entity 7 --columns zip,number_of_calls_this_day --output json",
            "  aim entity 7 --model payments.yaml",
            "  aim entity sensor-0000017 --model devices.yaml --columns site,max_temperature_this_hour"
        },
        mixinStandardHelpOptions = true)
public final class EntityCommand implements Callable<Integer> {
    private final Environment environment;

    @Mixin
    private LookupOptions lookup;

    @Mixin
    private ModelOptions models;

    @Parameters(index = "0", paramLabel = "KEY", description = "The entity's key.")
    private String key;

    public EntityCommand(Environment environment) {
        this.environment = environment;
    }

    @Override
    public Integer call() throws InterruptedException {
        Model model = models.modelOrCalls();
        return lookup.show(
                environment,
                EntityQuestion.of(model),
                models.keys(model, List.of(key)).get(0),
                model.event().key().name(),
                () -> model);
    }
}
