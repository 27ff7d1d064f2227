package dev.aimonflink.clients.cli.ask;

import dev.aimonflink.clients.cli.environment.Environment;
import dev.aimonflink.clients.query.PointQuery;
import dev.aimonflink.core.calls.CallModel;
import dev.aimonflink.core.model.EntityId;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code aim subscriber}. */
@Command(
        name = "subscriber",
        description = "Show the aggregates and attributes of one subscriber.",
        footer = {
            "",
            "Examples:",
            "  aim subscriber 7",
            "  aim subscriber 7 --columns zip,number_of_calls_this_day --output json"
        },
        mixinStandardHelpOptions = true)
public final class SubscriberCommand implements Callable<Integer> {
    private final Environment environment;

    @Mixin
    private LookupOptions lookup;

    @Parameters(index = "0", paramLabel = "ID", description = "The subscriber's id.")
    private long subscriberId;

    public SubscriberCommand(Environment environment) {
        this.environment = environment;
    }

    @Override
    public Integer call() throws InterruptedException {
        return lookup.show(
                environment,
                PointQuery.OF_CALLS,
                EntityId.of(subscriberId),
                "id",
                () -> CallModel.withAggregates(CallModel.AGGREGATES_PER_COPY));
    }
}
