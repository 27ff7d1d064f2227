package dev.aimonflink.local.cluster;

import dev.aimonflink.clients.ClientException;
import dev.aimonflink.local.AtExit;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * What a start has started so far. It is stopped if the start fails or this JVM ends before it is done: those processes do
 * not hear the Ctrl-C that ends us.
 */
final class Started implements AutoCloseable {
    private final Stopping stopping;
    private final List<Member> members = new ArrayList<>();
    private boolean isStopped;
    private final AutoCloseable atExit = this::stop;

    Started(Stopping stopping) {
        this.stopping = stopping;
        AtExit.add(atExit);
    }

    /** Starts a process, unless all of them are stopped. */
    synchronized Member start(Supplier<Member> process) {
        if (isStopped) {
            throw new ClientException("Nothing is started any more: the JVM ends.");
        }
        Member member = process.get();
        members.add(member);
        return member;
    }

    synchronized void stop() {
        isStopped = true;
        stopping.stop(members);
    }

    /** The start is done, or what it had started is stopped. */
    @Override
    public void close() {
        AtExit.remove(atExit);
    }
}
