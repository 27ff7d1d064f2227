package dev.aimonflink.clients.cli;

import dev.aimonflink.clients.ModelProfile;
import dev.aimonflink.clients.ModelProfileRecords;
import dev.aimonflink.clients.ProfilePublisher;
import dev.aimonflink.clients.cli.PublishOptions.Source;
import dev.aimonflink.clients.load.EventGenerator;
import dev.aimonflink.clients.load.ModelProfileGenerator;
import dev.aimonflink.clients.load.SubscriberGenerator;
import dev.aimonflink.core.model.Limits;
import dev.aimonflink.core.model.Model;
import dev.aimonflink.core.wire.ProfileCodec;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicLong;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code aim publish subscribers}. */
@Command(
        name = "subscribers",
        description = {
            "Publish subscribers' profiles: generated ones of subscribers 0 to N-1, each key drawn from its dimension"
                    + " table; or those of a file.",
            "",
            "With --model, publish profiles of the model's entities instead. An attribute with one of the benchmark's"
                    + " tables is drawn from its keys, and any other by its type.",
            "",
            "With --delete, delete the profiles of these subscribers: they lose their attributes and keep their aggregates"
                    + " and their rows.",
            "",
            "A line of a file has the key and the attributes of the model, or without --model is like {\"subscriberId\":7,"
                    + "\"zip\":\"CH-8000\",\"subscriptionType\":2,\"category\":1,\"cellValueType\":3}."
                    + " Publishing ends at the first line that is wrong."
        },
        footer = {
            "",
            "Examples:",
            "  aim publish subscribers --subscribers 1000000",
            "  aim publish subscribers --model payments.yaml --subscribers 50000",
            "  aim publish subscribers --from profiles.jsonl",
            "  aim publish subscribers --delete 7,8"
        },
        mixinStandardHelpOptions = true)
final class PublishSubscribersCommand implements Callable<Integer> {
    private final Environment environment;

    @Mixin
    private ConnectionOptions kafka;

    @Mixin
    private OutputOptions output;

    @Mixin
    private PublishOptions publish;

    @Mixin
    private ModelOptions models;

    @Mixin
    private DimensionOptions dimensions;

    @Option(
            names = "--rate",
            paramLabel = "N",
            defaultValue = "0",
            description = "Profiles a second; 0 is as fast as possible. Default: ${DEFAULT-VALUE}")
    private double rate;

    @Option(
            names = "--subscribers",
            paramLabel = "N",
            defaultValue = "100000",
            description = "How many subscribers there are, or entities of the model. Default: ${DEFAULT-VALUE}")
    private long subscribers;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "42",
            description = "The same seed gives each subscriber or entity the same profile. Default: ${DEFAULT-VALUE}")
    private long seed;

    @Option(
            names = "--delete",
            paramLabel = "ID",
            split = ",",
            description = "Delete the profile of this subscriber; several with commas. Repeatable.")
    private final List<Long> deleted = new ArrayList<>();

    PublishSubscribersCommand(Environment environment) {
        this.environment = environment;
    }

    @Override
    public Integer call() throws IOException {
        if (!deleted.isEmpty()) {
            publish.requireNone(
                    List.of("--from", "--model", "--subscribers", "--seed", "--dimensions"),
                    " gives profiles, and --delete none.");
            return run(deleted.size(), tombstones());
        }
        publish.requireNotWithFile(List.of("--subscribers", "--seed", "--dimensions"));
        Model model = models.model();
        if (publish.from() == null) {
            Limits.requireWithin("subscribers", subscribers, 1, EventGenerator.MAX_SUBSCRIBERS);
            return run(subscribers, model == null ? generatedProfiles() : generatedProfiles(model));
        }
        try (JsonLines lines = JsonLines.open(publish.from(), environment)) {
            return run(PublishLoop.NO_LIMIT, model == null ? profiles(lines) : profiles(lines, model));
        }
    }

    private Source tombstones() {
        Iterator<Long> ids = deleted.iterator();
        return records -> {
            ProfilePublisher publisher = new ProfilePublisher(records);
            return () -> {
                publisher.clear(ids.next());
                return true;
            };
        };
    }

    private Source generatedProfiles() {
        SubscriberGenerator generator = new SubscriberGenerator(seed, dimensions.dimensions());
        AtomicLong nextId = new AtomicLong();
        return records -> {
            ProfilePublisher publisher = new ProfilePublisher(records);
            return () -> {
                publisher.publish(generator.profile(nextId.getAndIncrement()));
                return true;
            };
        };
    }

    private static Source profiles(JsonLines lines) {
        ProfileCodec json = new ProfileCodec();
        return records -> {
            ProfilePublisher publisher = new ProfilePublisher(records);
            return () -> lines.publishNext(line -> publisher.publish(json.decode(line)));
        };
    }

    private Source generatedProfiles(Model model) {
        ModelProfileGenerator generator = new ModelProfileGenerator(model, seed, dimensions.keysByTable());
        ModelProfileRecords encoding = new ModelProfileRecords(model);
        AtomicLong nextEntity = new AtomicLong();
        return records -> () -> {
            ModelProfile profile = generator.profile(nextEntity.getAndIncrement());
            records.publish(encoding.key(profile), encoding.value(profile));
            return true;
        };
    }

    private static Source profiles(JsonLines lines, Model model) {
        ModelProfileRecords encoding = new ModelProfileRecords(model);
        return records -> () -> lines.publishNext(line -> {
            ModelProfile profile = encoding.decode(line);
            records.publish(encoding.key(profile), encoding.value(profile));
        });
    }

    private int run(long size, Source source) throws IOException {
        return publish.run(
                environment,
                kafka.connection(),
                kafka.topics().subscribers(),
                output.output(environment),
                rate,
                size,
                source);
    }
}
