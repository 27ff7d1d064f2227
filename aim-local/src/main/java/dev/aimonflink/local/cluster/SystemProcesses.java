package dev.aimonflink.local.cluster;

import dev.aimonflink.clients.cli.environment.ProcessId;
import dev.aimonflink.local.Detached;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The processes of this machine. */
final class SystemProcesses implements Processes {
    @Override
    public ProcessId start(List<String> command, Path output) {
        try {
            Process process = new ProcessBuilder(Detached.of(command))
                    .redirectInput(Redirect.from(Path.of("/dev/null").toFile()))
                    .redirectErrorStream(true)
                    .redirectOutput(Redirect.appendTo(output.toFile()))
                    .start();
            // A process that ended already has no start time, and is dead under any.
            return new ProcessId(
                    process.pid(), ProcessId.startOf(process.toHandle()).orElseGet(System::currentTimeMillis));
        } catch (IOException e) {
            throw new UncheckedIOException("The process " + command.get(0) + " did not start.", e);
        }
    }

    @Override
    public List<ProcessId> mentioning(String text) {
        return ProcessHandle.allProcesses()
                .filter(handle -> commandLine(handle.pid()).contains(text))
                .flatMap(handle ->
                        ProcessId.startOf(handle).map(startMs -> new ProcessId(handle.pid(), startMs)).stream())
                .toList();
    }

    /** From {@code /proc}, because Java truncates it at a page. */
    private static String commandLine(long pid) {
        try {
            return Files.readString(
                    ProcessId.PROCESSES.resolve(String.valueOf(pid)).resolve("cmdline"));
        } catch (IOException endedOrNoLinux) {
            return "";
        }
    }

    @Override
    public boolean isAlive(ProcessId process) {
        return process.find().isPresent();
    }

    @Override
    public void terminate(ProcessId process) {
        process.find().ifPresent(ProcessHandle::destroy);
    }

    @Override
    public void kill(ProcessId process) {
        process.find().ifPresent(ProcessHandle::destroyForcibly);
    }

    static ProcessId self() {
        ProcessHandle handle = ProcessHandle.current();
        return new ProcessId(handle.pid(), ProcessId.startOf(handle).orElseThrow());
    }
}
