package dev.aimonflink.local.cluster;

import dev.aimonflink.clients.cli.environment.ProcessId;
import java.nio.file.Path;
import java.util.List;

/** Starts, finds and ends processes of the operating system. */
interface Processes {
    ProcessId start(List<String> command, Path output);

    boolean isAlive(ProcessId process);

    /** The processes whose command line contains a text; none if the system does not report command lines. */
    List<ProcessId> mentioning(String text);

    /** Asks a process to end, if it is still the one that was started. */
    void terminate(ProcessId process);

    /** Ends a process, if it is still the one that was started. */
    void kill(ProcessId process);
}
