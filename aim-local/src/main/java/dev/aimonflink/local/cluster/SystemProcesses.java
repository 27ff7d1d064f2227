package dev.aimonflink.local.cluster;

import dev.aimonflink.local.Detached;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The processes of this machine. */
final class SystemProcesses implements Processes {
    private static final Path PROCESSES = Path.of("/proc");

    @Override
    public ProcessId start(List<String> command, Path output) {
        try {
            Process process = new ProcessBuilder(Detached.of(command))
                    .redirectInput(Redirect.from(Path.of("/dev/null").toFile()))
                    .redirectErrorStream(true)
                    .redirectOutput(Redirect.appendTo(output.toFile()))
                    .start();
            // A process that ended already has no start time, and is dead under any.
            return new ProcessId(process.pid(), startOf(process.toHandle()).orElseGet(System::currentTimeMillis));
        } catch (IOException e) {
            throw new UncheckedIOException("The process " + command.get(0) + " did not start.", e);
        }
    }

    @Override
    public List<ProcessId> mentioning(String text) {
        return ProcessHandle.allProcesses()
                .filter(handle -> commandLine(handle.pid()).contains(text))
                .flatMap(handle -> startOf(handle).map(startMs -> new ProcessId(handle.pid(), startMs)).stream())
                .toList();
    }

    /** From {@code /proc}, since Java cuts it off at a page. */
    private static String commandLine(long pid) {
        try {
            return Files.readString(PROCESSES.resolve(String.valueOf(pid)).resolve("cmdline"));
        } catch (IOException endedOrNoLinux) {
            return "";
        }
    }

    @Override
    public boolean isAlive(ProcessId process) {
        return handle(process).isPresent();
    }

    @Override
    public void terminate(ProcessId process) {
        handle(process).ifPresent(ProcessHandle::destroy);
    }

    @Override
    public void kill(ProcessId process) {
        handle(process).ifPresent(ProcessHandle::destroyForcibly);
    }

    static ProcessId self() {
        ProcessHandle handle = ProcessHandle.current();
        return new ProcessId(handle.pid(), startOf(handle).orElseThrow());
    }

    private static Optional<ProcessHandle> handle(ProcessId process) {
        return ProcessHandle.of(process.pid())
                .filter(ProcessHandle::isAlive)
                .filter(handle -> startOf(handle).filter(process::isStartedAt).isPresent())
                .filter(handle -> !isZombie(handle.pid()));
    }

    private static Optional<Long> startOf(ProcessHandle handle) {
        return handle.info().startInstant().map(Instant::toEpochMilli);
    }

    /**
     * Whether a process has ended and its parent has not read its status. In containers often no init process reads the
     * status of orphans, and Java counts them as alive.
     */
    private static boolean isZombie(long pid) {
        try {
            String status =
                    Files.readString(PROCESSES.resolve(String.valueOf(pid)).resolve("stat"));
            // The name before it is in brackets and may hold anything.
            return status.startsWith(" Z", status.lastIndexOf(')') + 1);
        } catch (NoSuchFileException noLinux) {
            return false;
        } catch (IOException ended) {
            return true;
        }
    }
}
