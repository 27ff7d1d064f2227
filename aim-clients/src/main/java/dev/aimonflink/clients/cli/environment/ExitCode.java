package dev.aimonflink.clients.cli.environment;

import java.util.LinkedHashMap;
import java.util.Map;

/** The exit codes of all commands. */
public final class ExitCode {
    public static final int OK = 0;
    public static final int FAILURE = 1;
    public static final int USAGE = 2;
    public static final int TIMEOUT = 3;
    /** Some of it was done. */
    public static final int PARTIAL = 4;
    /** A measured figure is out of its bounds. */
    public static final int REGRESSION = 5;

    private ExitCode() {}

    /** For help texts. */
    public static Map<String, String> descriptions() {
        Map<String, String> descriptions = new LinkedHashMap<>();
        descriptions.put("  0", "ok");
        descriptions.put("  1", "failure");
        descriptions.put("  2", "usage: an option or an input is wrong");
        descriptions.put("  3", "time ran out");
        descriptions.put("  4", "partial: some of it was done");
        descriptions.put("  5", "regression: a measured figure is out of its bounds");
        descriptions.put("130", "interrupted by Ctrl-C");
        return descriptions;
    }
}
