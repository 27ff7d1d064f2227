package dev.aimonflink.job.plan;

import dev.aimonflink.job.config.JobSettings;
import java.io.Serializable;
import org.apache.flink.api.common.JobID;

/** Gives the tasks of a job their planner. */
@FunctionalInterface
public interface PlannerSource extends Serializable {
    /** One planner for all tasks of the job in this JVM, with its own thread. */
    PlannerSource SHARED = (job, settings) -> Planner.take(job, settings::catalogue, settings.planningLimits());

    /** A planner for each task, which plans each text at once. */
    PlannerSource DIRECT = (job, settings) -> Planner.direct(settings.catalogue(), settings.planningLimits());

    /** @return to be closed by the task */
    Planner open(JobID job, JobSettings settings);
}
