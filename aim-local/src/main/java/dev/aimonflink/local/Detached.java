package dev.aimonflink.local;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Command lines of processes that outlive our terminal and do not receive its Ctrl-C. */
public final class Detached {
    /** A separate session also keeps off a script's Ctrl-C; macOS has no command for it. */
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
