package dev.aimonflink.local.cluster;

import dev.aimonflink.clients.ClientException;
import dev.aimonflink.local.AtExit;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** The processes that a start has started so far, stopped if it fails or this JVM ends before it is done: Ctrl-C does not reach them. */
final class Started implements AutoCloseable {
    private final Stopping stopping;
    private final List<Member> members = new ArrayList<>();
    private final Runnable onInterrupt;
    private boolean isStopped;
    private final AutoCloseable atExit = this::interrupt;

    /** @param onInterrupt runs before processes are stopped because this JVM ends */
    Started(Stopping stopping, Runnable onInterrupt) {
        this.stopping = stopping;
        this.onInterrupt = onInterrupt;
        AtExit.add(atExit);
    }

    /** Starts a process, unless all are stopped already. */
    synchronized Member start(Supplier<Member> process) {
        if (isStopped) {
            throw new ClientException("No process is started any more: the JVM ends.");
        }
        Member member = process.get();
        members.add(member);
        return member;
    }

    synchronized void stop() {
        isStopped = true;
        stopping.stop(members);
    }

    void interrupt() {
        onInterrupt.run();
        abandon();
    }

    private synchronized void abandon() {
        isStopped = true;
        stopping.abandon(members);
    }

    /** Ends the supervision, once the start is done or undone. */
    @Override
    public void close() {
        AtExit.remove(atExit);
    }
}
