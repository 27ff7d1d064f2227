package dev.aimonflink.clients.cli.publish;

import dev.aimonflink.clients.EventPublisher;
import dev.aimonflink.clients.ModelEventRecords;
import dev.aimonflink.clients.cli.environment.Environment;
import dev.aimonflink.clients.cli.options.ConnectionOptions;
import dev.aimonflink.clients.cli.options.ModelOptions;
import dev.aimonflink.clients.cli.options.OutputOptions;
import dev.aimonflink.clients.cli.publish.JsonLines.Keyed;
import dev.aimonflink.clients.cli.publish.PublishOptions.Source;
import dev.aimonflink.clients.load.Distribution;
import dev.aimonflink.clients.load.EventGenerator;
import dev.aimonflink.clients.load.ModelEventGenerator;
import dev.aimonflink.clients.load.RatePacer;
import dev.aimonflink.matrix.calls.CallModel;
import dev.aimonflink.matrix.format.event.JsonModelCodec;
import dev.aimonflink.matrix.model.DeclaredEvent;
import dev.aimonflink.matrix.model.InvalidInputException;
import dev.aimonflink.matrix.model.Model;
import dev.aimonflink.matrix.setup.EventFormat;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code aim publish events}. */
@Command(
        name = "events",
        description = {
            "Publish events of the job's model: generated ones of entities 0 to N-1, that happen now; or those of a"
                    + " file.",
            "",
            "A generated key that is a text is like card-0000017. Numbers are drawn from min to max, or from 0 to 1000 where these are not"
                    + " given, and from 0 to 10000 at most where their sums have 32 bits; earlier values of an enum more often than later ones; optional fields are left out one time"
                    + " in ten.",
            "",
            "Without --count, --seconds or --from, events are published until Ctrl-C. A publisher that cannot keep up"
                    + " with --rate does not make up for more than a tenth of a second; it skips the rest and reports it as"
                    + " skipped.",
            "",
            "A line of a file has the fields of the model, as {\"subscriberId\":7,"
                    + "\"timestamp\":1795132800000,\"durationSeconds\":61,\"cost\":1.25,\"longDistance\":true} has those of calls."
                    + " A file with a line that is wrong is refused before anything is published, unless --skip-invalid or"
                    + " --unchecked is given; of the standard input, publishing ends there.",
            "",
            "Acknowledged are events that Kafka has. What the job refuses of them, such as those of another model or with a"
                    + " time that is far ahead, is shown by `aim dead-letters`."
        },
        footer = {
            "",
            "Examples:",
            "  aim publish events --rate 10000 --seconds 60",
            "  aim publish events --rate 0 --count 1000000 --distribution zipf --entities 1000000",
            "  aim publish events --from calls.jsonl --format json",
            "  head -n 100 calls.jsonl | aim publish events --from -"
        },
        mixinStandardHelpOptions = true)
final class PublishEventsCommand implements Callable<Integer> {
    private static final String ACKNOWLEDGED =
            "Kafka has acknowledged the events. Those that the job refuses are shown by `aim dead-letters`.";

    private static final double DEFAULT_RATE = 10_000;

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
            description = "Events a second; 0 is as fast as possible. Default: 10000, or 0 with --from")
    private Double rate;

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            defaultValue = "json",
            description =
                    "How events are encoded: json, binary, avro or kryo. kryo is for calls alone, without --model."
                            + " It has to be the job's aim.events.format. Default: ${DEFAULT-VALUE}")
    private EventFormat format;

    @Option(
            names = "--entities",
            paramLabel = "N",
            defaultValue = "100000",
            description = "How many entities have events. Default: ${DEFAULT-VALUE}")
    private long entities;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "42",
            description = "The same seed gives the same events. Default: ${DEFAULT-VALUE}")
    private long seed;

    @Option(
            names = "--distribution",
            paramLabel = "NAME",
            defaultValue = "uniform",
            description = "Who has events: uniform (all alike), or zipf (few have most). Default: ${DEFAULT-VALUE}")
    private String distribution;

    @Option(
            names = "--zipf-exponent",
            paramLabel = "X",
            defaultValue = "" + Distribution.Zipf.DEFAULT_EXPONENT,
            description = "How uneven zipf is, above 0 and at most 10. Default: ${DEFAULT-VALUE}")
    private double zipfExponent;

    @Option(
            names = "--wait",
            description =
                    "Write what --wait-for of `aim sql`, `aim query` and others needs: the offsets behind the events.")
    private boolean wait;

    PublishEventsCommand(Environment environment) {
        this.environment = environment;
    }

    @Override
    public Integer call() throws IOException {
        publish.requireFitting(List.of("--entities", "--seed", "--distribution", "--zipf-exponent"));
        if (wait) {
            publish.wantOffsets();
        }
        Model model = models.known(environment, kafka).model();
        if (!publish.isFromFile()) {
            boolean isOfCalls = !models.isGiven() && CallModel.isOfCalls(model);
            return run(rate == null ? DEFAULT_RATE : rate, isOfCalls ? generatedCalls() : generatedEvents(model));
        }
        return said(publish.runLines(
                environment,
                kafka.connection(environment),
                kafka.topics().events(),
                output.output(environment),
                rate == null ? RatePacer.UNLIMITED : rate,
                decoding(model)));
    }

    private Source generatedCalls() {
        EventGenerator generator = new EventGenerator(seed, entities, distribution());
        return records -> {
            EventPublisher publisher = new EventPublisher(records, format);
            return () -> {
                publisher.publish(generator.next(System.currentTimeMillis()));
                return true;
            };
        };
    }

    private Source generatedEvents(Model model) {
        ModelEventGenerator generator = new ModelEventGenerator(model, seed, entities, distribution());
        ModelEventRecords encoding = new ModelEventRecords(model, format);
        DeclaredEvent event = new DeclaredEvent(model.event());
        return records -> () -> {
            generator.next(System.currentTimeMillis(), event);
            records.publish(encoding.key(event), encoding.value(event));
            return true;
        };
    }

    private Function<byte[], Keyed> decoding(Model model) {
        JsonModelCodec json = new JsonModelCodec(model);
        ModelEventRecords encoding = new ModelEventRecords(model, format);
        DeclaredEvent event = new DeclaredEvent(model.event());
        return line -> {
            json.decode(line, event);
            return new Keyed(encoding.key(event), encoding.value(event));
        };
    }

    private Distribution distribution() {
        return switch (distribution) {
            case "uniform" -> Distribution.uniform();
            case "zipf" -> Distribution.zipf(zipfExponent);
            default ->
                throw new InvalidInputException("distribution=" + distribution + " is none. Give uniform or zipf.");
        };
    }

    private int run(double eventsPerSecond, Source source) throws IOException {
        return said(publish.run(
                environment,
                kafka.connection(environment),
                kafka.topics().events(),
                output.output(environment),
                eventsPerSecond,
                PublishLoop.NO_LIMIT,
                source));
    }

    private int said(int exitCode) {
        // A program that publishes repeatedly knows.
        if (environment.terminal()) {
            environment.err().println(ACKNOWLEDGED);
        }
        return exitCode;
    }
}
