package dev.aimonflink.local;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Commands of processes that hear neither the end of our terminal nor its Ctrl-C. */
public final class Detached {
    /**
     * What keeps a terminal that is closed from taking a process along. With a session of its own, which macOS has no
     * command for, neither does Ctrl-C in a script that has started it.
     */
    private static final String DETACH =
            Stream.of("/usr/bin", "/bin").anyMatch(folder -> Files.isExecutable(Path.of(folder, "setsid")))
                    ? "setsid"
                    : "nohup";

    private Detached() {}

    public static List<String> of(List<String> command) {
        List<String> detached = new ArrayList<>(List.of(DETACH));
        detached.addAll(command);
        return detached;
    }
}
