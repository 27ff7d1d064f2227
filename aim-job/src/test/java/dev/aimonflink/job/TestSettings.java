package dev.aimonflink.job;

import dev.aimonflink.job.config.JobArguments;
import dev.aimonflink.job.config.JobSettings;
import java.util.ArrayList;
import java.util.List;

/** Settings of small jobs. */
public final class TestSettings {
    public static final int AGGREGATES = 42;

    private TestSettings() {}

    /** One copy of the aggregates, and the given arguments. */
    public static JobSettings with(String... arguments) {
        List<String> all = new ArrayList<>(List.of("--aim.model=aim-" + AGGREGATES));
        all.addAll(List.of(arguments));
        return JobSettings.of(JobArguments.parse(all.toArray(String[]::new)));
    }
}
