package dev.aimonflink.bench.concurrent;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A thread of this process as Linux knows it. */
record NativeThread(String id) {
    private static final Path THREADS = Path.of("/proc/self/task");

    /** Linux keeps this many characters of a name. */
    private static final int LONGEST_NAME = 15;

    private static final int PIN_SECONDS = 10;

    NativeThread {
        if (!id.matches("[0-9]+")) {
            throw new IllegalArgumentException(id + " is no number of a thread.");
        }
    }

    /** A thread by its Java name; empty if there is none, or no Linux. */
    static Optional<NativeThread> find(String name) {
        String shown = name.substring(0, Math.min(LONGEST_NAME, name.length()));
        try (Stream<Path> threads = Files.list(THREADS)) {
            return threads.filter(thread -> shown.equals(read(thread.resolve("comm"))))
                    .map(thread -> new NativeThread(thread.getFileName().toString()))
                    .findFirst();
        } catch (IOException noLinux) {
            return Optional.empty();
        }
    }

    /** Empty if the thread has ended. */
    private static String read(Path file) {
        try {
            return Files.readString(file).strip();
        } catch (IOException ended) {
            return "";
        }
    }

    /** Pins the thread to one core; false without taskset or that core. */
    boolean pin(int core) {
        try {
            Process taskset = new ProcessBuilder("taskset", "-c", "-p", Integer.toString(core), id)
                    .redirectErrorStream(true)
                    .start();
            taskset.getOutputStream().close();
            String unused = new String(taskset.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return taskset.waitFor(PIN_SECONDS, TimeUnit.SECONDS) && taskset.exitValue() == 0;
        } catch (IOException noTaskset) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Its CPU time; 0 once it has ended. */
    long cpuNanos() {
        String[] onCore = read(THREADS.resolve(id).resolve("schedstat")).split(" ", 2);
        return onCore[0].isEmpty() ? 0 : Long.parseLong(onCore[0]);
    }
}
