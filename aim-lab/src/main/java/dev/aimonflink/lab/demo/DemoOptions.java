package dev.aimonflink.lab.demo;

import dev.aimonflink.job.Topology;
import dev.aimonflink.job.config.JobSettings;
import dev.aimonflink.lab.workload.GivenModel;
import dev.aimonflink.local.cluster.RunningCluster;
import dev.aimonflink.matrix.calls.CallModel;
import dev.aimonflink.matrix.model.InvalidInputException;
import dev.aimonflink.matrix.model.Limits;
import dev.aimonflink.matrix.setup.EventFormat;
import java.time.ZoneOffset;

/**
 * The validated options of a demo.
 *
 * @param seconds of publishing and asking
 * @param entities with events; each has a profile
 * @param rate events a second
 */
public record DemoOptions(
        int seconds, int entities, int rate, int parallelism, long seed, EventFormat format, GivenModel model) {
    public static final int MAX_SECONDS = 3_600;
    public static final int MAX_ENTITIES = 10_000_000;
    public static final int MAX_RATE = 1_000_000;

    /** All events are held in memory for the recomputation. */
    public static final long MAX_CALLS = 50_000_000;

    public DemoOptions {
        Limits.requireWithin("seconds", seconds, 1, MAX_SECONDS);
        Limits.requireWithin("entities", entities, 1, MAX_ENTITIES);
        Limits.requireWithin("rate", rate, 1, MAX_RATE);
        Limits.requireWithin("parallelism", parallelism, 1, Topology.MAX_PARALLELISM);
        if ((long) seconds * rate > MAX_CALLS) {
            throw new InvalidInputException("seconds=" + seconds + " times rate=" + rate + " is more than " + MAX_CALLS
                    + " calls, which a demo cannot hold in memory to verify its answers. Lower one of them.");
        }
        if (format == EventFormat.KRYO && !CallModel.isOfCalls(model.model())) {
            throw new InvalidInputException("format=kryo is for calls alone, and the model '"
                    + model.model().name() + "' has events of its own. Give json or binary.");
        }
    }

    String entity() {
        return model.model().entity().name();
    }

    int aggregates() {
        return model.model().columns().size();
    }

    public double eventsPerEntity() {
        return (double) seconds * rate / entities;
    }

    /** These options with a cluster's parallelism, model and format. */
    DemoOptions on(RunningCluster cluster) {
        JobSettings job = cluster.jobSettings();
        if (!job.zone().normalized().equals(ZoneOffset.UTC)) {
            throw new InvalidInputException("cluster=" + cluster.folder()
                    + " has a time zone of its own, and a demo recomputes days of UTC. Start it without"
                    + " aim.time-zone.");
        }
        if (!job.rules().enabled()) {
            throw new InvalidInputException("cluster=" + cluster.folder()
                    + " has aim.alerts.enabled=false, and a demo shows rules. Start it without.");
        }
        return new DemoOptions(
                seconds,
                entities,
                rate,
                cluster.parallelism(),
                seed,
                job.eventFormat(),
                new GivenModel(job.model(), job.tables()));
    }
}
