package dev.aimonflink.local.cluster;

import java.nio.file.Path;
import java.util.List;

/** What is asked of the operating system. */
interface Processes {
    /**
     * Starts a process that outlives this one.
     *
     * @param output where what it writes is appended to
     */
    ProcessId start(List<String> command, Path output);

    boolean isAlive(ProcessId process);

    /** The processes whose command line has a text; none where the system does not say. */
    List<ProcessId> mentioning(String text);

    /** Asks a process to end, if it is still the one that was started. */
    void terminate(ProcessId process);

    /** Ends a process, if it is still the one that was started. */
    void kill(ProcessId process);
}
