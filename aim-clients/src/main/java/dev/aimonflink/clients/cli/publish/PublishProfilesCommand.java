package dev.aimonflink.clients.cli.publish;

import dev.aimonflink.clients.KnownModel;
import dev.aimonflink.clients.ProfilePublisher;
import dev.aimonflink.clients.cli.environment.Environment;
import dev.aimonflink.clients.cli.options.ConnectionOptions;
import dev.aimonflink.clients.cli.options.ModelOptions;
import dev.aimonflink.clients.cli.options.OutputOptions;
import dev.aimonflink.clients.cli.publish.JsonLines.Keyed;
import dev.aimonflink.clients.cli.publish.PublishOptions.Source;
import dev.aimonflink.clients.load.EventGenerator;
import dev.aimonflink.clients.load.ModelProfileGenerator;
import dev.aimonflink.matrix.format.EntityKeyBytes;
import dev.aimonflink.matrix.format.MalformedException;
import dev.aimonflink.matrix.format.event.ProfileModelCodec;
import dev.aimonflink.matrix.model.EntityId;
import dev.aimonflink.matrix.model.EntityProfile;
import dev.aimonflink.matrix.model.EntityUpdate;
import dev.aimonflink.matrix.model.Limits;
import dev.aimonflink.matrix.model.Model;
import dev.aimonflink.matrix.names.EntityTables;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code aim publish profiles}. */
@Command(
        name = "profiles",
        description = {
            "Publish profiles of the job's model: generated ones of entities 0 to N-1; or those of a file. A generated"
                    + " attribute with a table is drawn from the table's keys, and any other by its type.",
            "",
            "With --delete, delete the profiles of these entities: they lose their attributes"
                    + " and keep their aggregates and their rows.",
            "",
            "A line of a file has the key and the attributes of the model, as {\"subscriberId\":7,"
                    + "\"zip\":\"CH-8000\",\"subscriptionType\":2,\"category\":1,\"cellValueType\":3} has"
                    + " those of subscribers."
                    + " Publishing ends at the first line that is wrong, unless --skip-invalid or --unchecked is given."
        },
        footer = {
            "",
            "Examples:",
            "  aim publish profiles --entities 1000000",
            "  aim publish profiles --from profiles.jsonl",
            "  aim publish profiles --delete 7,8"
        },
        mixinStandardHelpOptions = true)
final class PublishProfilesCommand implements Callable<Integer> {
    private final Environment environment;

    @Mixin
    private ConnectionOptions kafka;

    @Mixin
    private OutputOptions output;

    @Mixin
    private PublishOptions publish;

    @Mixin
    private ModelOptions models;

    @Option(
            names = "--rate",
            paramLabel = "N",
            defaultValue = "0",
            description = "Profiles a second; 0 is as fast as possible. Default: ${DEFAULT-VALUE}")
    private double rate;

    @Option(
            names = "--entities",
            paramLabel = "N",
            defaultValue = "100000",
            description = "How many entities there are. Default: ${DEFAULT-VALUE}")
    private long entities;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "42",
            description = "The same seed gives each entity the same profile. Default: ${DEFAULT-VALUE}")
    private long seed;

    @Option(
            names = "--delete",
            paramLabel = "KEY",
            split = ",",
            description = "Delete the profile of this entity; several with commas. Repeatable.")
    private final List<String> deleted = new ArrayList<>();

    PublishProfilesCommand(Environment environment) {
        this.environment = environment;
    }

    @Override
    public Integer call() throws IOException {
        if (!deleted.isEmpty()) {
            publish.requireNone(List.of("--from", "--entities", "--seed"), " gives profiles, and --delete none.");
            return run(deleted.size(), tombstones());
        }
        publish.requireFitting(List.of("--entities", "--seed"));
        KnownModel known = models.known(environment, kafka);
        if (!publish.isFromFile()) {
            Limits.requireWithin("entities", entities, 1, EventGenerator.MAX_SUBSCRIBERS);
            return run(entities, generatedProfiles(known.model(), known.tables().get()));
        }
        return publish.runLines(
                environment,
                kafka.connection(environment),
                kafka.topics().profiles(),
                output.output(environment),
                rate,
                decoding(known.model()));
    }

    private Source tombstones() {
        Model model = models.known(environment, kafka).model();
        Iterator<EntityId> keys = deleted.stream()
                .map(each -> EntityKeyBytes.ofUser(each, model))
                .toList()
                .iterator();
        return records -> {
            ProfilePublisher publisher = new ProfilePublisher(model, records);
            return () -> {
                publisher.clear(keys.next());
                return true;
            };
        };
    }

    private Source generatedProfiles(Model model, EntityTables tables) {
        ModelProfileGenerator generator = new ModelProfileGenerator(model, seed, tables);
        AtomicLong nextEntity = new AtomicLong();
        return records -> {
            ProfilePublisher publisher = new ProfilePublisher(model, records);
            return () -> {
                publisher.publish(generator.profile(nextEntity.getAndIncrement()));
                return true;
            };
        };
    }

    private static Function<byte[], Keyed> decoding(Model model) {
        ProfileModelCodec json = new ProfileModelCodec(model);
        return line -> {
            EntityProfile profile = profile(json.decode(line));
            return new Keyed(json.encodeKey(profile.key()), json.encode(profile));
        };
    }

    private static EntityProfile profile(EntityUpdate update) {
        if (update instanceof EntityProfile profile) {
            return profile;
        }
        throw new MalformedException("forget is true, where a profile is expected");
    }

    private int run(long size, Source source) throws IOException {
        return publish.run(
                environment,
                kafka.connection(environment),
                kafka.topics().profiles(),
                output.output(environment),
                rate,
                size,
                source);
    }
}
