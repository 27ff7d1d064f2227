package dev.aimonflink.job.rule;

import dev.aimonflink.job.config.JobSettings;
import java.io.Serializable;

/** Gives the tasks of a job what is known of its rules. */
@FunctionalInterface
public interface RulesSource extends Serializable {
    RulesSource NONE = settings -> RulesWatch.NONE;

    /** One reader of the topic for all tasks of the job in this JVM; none if alerts are disabled. */
    RulesSource SHARED = settings -> settings.rules().enabled() ? RulesReader.take(settings) : RulesWatch.NONE;

    /** @return to be closed once by the task */
    RulesWatch open(JobSettings settings);
}
