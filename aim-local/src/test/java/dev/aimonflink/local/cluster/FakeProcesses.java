package dev.aimonflink.local.cluster;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Processes that do as they are told, except those that are stubborn. */
final class FakeProcesses implements Processes {
    final List<String> told = new ArrayList<>();
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
        told.add("start " + output.getFileName() + " as " + process.pid());
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
        told.add("terminate " + process.pid());
        if (!stubborn.contains(process)) {
            alive.remove(process);
        }
    }

    @Override
    public void kill(ProcessId process) {
        told.add("kill " + process.pid());
        alive.remove(process);
    }
}
