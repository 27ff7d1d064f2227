package dev.aimonflink.local.cluster;

import dev.aimonflink.clients.cli.environment.ProcessId;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Fake processes that end when asked, except stubborn ones. */
final class FakeProcesses implements Processes {
    final List<String> calls = new ArrayList<>();
    private final Set<ProcessId> alive = new HashSet<>();
    private final Set<ProcessId> stubborn = new HashSet<>();
    final List<ProcessId> unrecorded = new ArrayList<>();
    private long nextPid = 100;

    ProcessId running() {
        ProcessId process = new ProcessId(nextPid++, 0);
        alive.add(process);
        return process;
    }

    ProcessId stubborn() {
        ProcessId process = running();
        stubborn.add(process);
        return process;
    }

    void die(ProcessId process) {
        alive.remove(process);
    }

    @Override
    public ProcessId start(List<String> command, Path output) {
        ProcessId process = running();
        calls.add("start " + output.getFileName() + " as " + process.pid());
        return process;
    }

    @Override
    public List<ProcessId> mentioning(String text) {
        return List.copyOf(unrecorded);
    }

    @Override
    public boolean isAlive(ProcessId process) {
        return alive.contains(process);
    }

    @Override
    public void terminate(ProcessId process) {
        calls.add("terminate " + process.pid());
        if (!stubborn.contains(process)) {
            alive.remove(process);
        }
    }

    @Override
    public void kill(ProcessId process) {
        calls.add("kill " + process.pid());
        alive.remove(process);
    }
}
