package dev.aimonflink.local.demo;

import dev.aimonflink.core.calls.CallModel;
import dev.aimonflink.core.model.InvalidInputException;
import dev.aimonflink.core.model.Limits;
import dev.aimonflink.core.setup.EventFormat;
import dev.aimonflink.job.Topology;
import dev.aimonflink.job.config.JobSettings;
import dev.aimonflink.local.cluster.RunningCluster;
import dev.aimonflink.local.load.GivenModel;
import java.time.ZoneOffset;
import java.util.OptionalInt;

/**
 * The options of a demo, validated.
 *
 * @param seconds how long events are published and queries asked
 * @param entities how many have events; each has a profile
 * @param rate events a second
 * @param aggregates kept for each entity
 * @param model null for calls
 */
public record DemoOptions(
        int seconds,
        int entities,
        int rate,
        int parallelism,
        int aggregates,
        long seed,
        EventFormat format,
        GivenModel model) {
    public static final int MAX_SECONDS = 3_600;
    public static final int MAX_ENTITIES = 10_000_000;
    public static final int MAX_RATE = 1_000_000;

    /** All events are held in memory for the recomputation. */
    public static final long MAX_CALLS = 50_000_000;

    /** The recomputation of an entity takes the square of its events. */
    static final int MAX_EVENTS_PER_ENTITY = 500;

    public DemoOptions {
        Limits.requireWithin("seconds", seconds, 1, MAX_SECONDS);
        Limits.requireWithin("entities", entities, 1, MAX_ENTITIES);
        Limits.requireWithin("rate", rate, 1, MAX_RATE);
        Limits.requireWithin("parallelism", parallelism, 1, Topology.MAX_PARALLELISM);
        if ((long) seconds * rate > MAX_CALLS) {
            throw new InvalidInputException("seconds=" + seconds + " times rate=" + rate + " is more than " + MAX_CALLS
                    + " calls, which a demo cannot hold in memory to verify its answers. Lower one of them.");
        }
        if (model == null) {
            CallModel.schema(aggregates);
        } else {
            if ((double) seconds * rate / entities > MAX_EVENTS_PER_ENTITY) {
                throw new InvalidInputException("seconds=" + seconds + " times rate=" + rate + " is more than "
                        + MAX_EVENTS_PER_ENTITY + " events for each of entities=" + entities
                        + ", which would take long to recompute. Give more entities, or lower one of the others.");
            }
            if (format == EventFormat.KRYO) {
                throw new InvalidInputException("format=kryo is for calls alone, and the model '"
                        + model.model().name() + "' has events of its own. Give json or binary.");
            }
        }
    }

    /** Those of a demo of calls. */
    public DemoOptions(
            int seconds, int entities, int rate, int parallelism, int aggregates, long seed, EventFormat format) {
        this(seconds, entities, rate, parallelism, aggregates, seed, format, null);
    }

    /** As the job finds it. */
    String modelName() {
        return model == null ? "aim-" + aggregates : model.name();
    }

    /** What a subscriber is in the model. */
    String entity() {
        return model == null ? "subscriber" : model.model().entity().name();
    }

    double eventsPerEntity() {
        return (double) seconds * rate / entities;
    }

    /** The same, with the parallelism, the model and the format of a cluster. */
    DemoOptions on(RunningCluster cluster) {
        JobSettings job = cluster.jobSettings();
        OptionalInt present = GivenModel.aggregatesOfBenchmark(job.model());
        boolean isOfCalls = CallModel.isOfCalls(job.model());
        if ((isOfCalls && present.isEmpty()) || !job.zone().normalized().equals(ZoneOffset.UTC)) {
            throw new InvalidInputException("cluster=" + cluster.folder()
                    + " has a model of calls or a time zone of its own, and a demo recomputes those of the benchmark."
                    + " Start it with --model aim-42 or aim-546 and without aim.time-zone.");
        }
        return isOfCalls
                ? new DemoOptions(
                        seconds, entities, rate, cluster.parallelism(), present.getAsInt(), seed, job.eventFormat())
                : new DemoOptions(
                        seconds,
                        entities,
                        rate,
                        cluster.parallelism(),
                        job.model().columns().size(),
                        seed,
                        job.eventFormat(),
                        new GivenModel(job.model(), job.tables()));
    }
}
