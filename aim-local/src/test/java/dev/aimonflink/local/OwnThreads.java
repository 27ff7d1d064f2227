package dev.aimonflink.local;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * Runs something in a group of threads of its own, to which all threads that it starts belong. Other tests of this JVM have threads
 * that come and go meanwhile.
 */
final class OwnThreads {
    private final ThreadGroup group = new ThreadGroup("own");

    <T> T call(Callable<T> body, Duration limit) throws Exception {
        FutureTask<T> task = new FutureTask<>(body);
        Thread thread = new Thread(group, task, "own");
        thread.start();
        T result = task.get(limit.toMillis(), TimeUnit.MILLISECONDS);
        thread.join();
        return result;
    }

    /** Those that keep the JVM alive. */
    Set<Thread> left() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.isAlive() && !thread.isDaemon())
                .filter(thread -> {
                    ThreadGroup of = thread.getThreadGroup();
                    return of != null && group.parentOf(of);
                })
                .collect(Collectors.toSet());
    }
}
