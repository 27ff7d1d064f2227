package dev.aimonflink.job;

import dev.aimonflink.job.config.JobArguments;
import dev.aimonflink.job.config.JobSettings;
import dev.aimonflink.query.serve.mode.ScanMode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Settings of small jobs. */
public final class TestSettings {
    public static final int AGGREGATES = 42;

    private static final String SCANS_MODE = "--aim.scans.mode=";

    private static final String SCAN_TIME = "--aim.sql.max-scan-time=";

    private TestSettings() {}

    /** One copy of the aggregates, and the given arguments. */
    public static JobSettings with(String... arguments) {
        List<String> all = new ArrayList<>(List.of("--aim.model=aim-" + AGGREGATES));
        if (Arrays.stream(arguments).noneMatch(each -> each.startsWith(SCANS_MODE))) {
            // Whatever cores the machine has.
            all.add(SCANS_MODE + ScanMode.S1.label());
        }
        if (Arrays.stream(arguments).noneMatch(each -> each.startsWith(SCAN_TIME))) {
            // Harnesses measure the time that passes, and others may have the cores meanwhile.
            all.add(SCAN_TIME + "1 min");
        }
        all.addAll(List.of(arguments));
        return JobSettings.of(JobArguments.parse(all.toArray(String[]::new)));
    }
}
