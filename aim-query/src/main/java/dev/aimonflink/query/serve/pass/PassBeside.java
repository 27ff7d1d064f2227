package dev.aimonflink.query.serve.pass;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/** What the task's thread knows of the pass that a {@link ScanThread} has: which queries are answered, and when it is back. */
final class PassBeside {
    private final ScanThread thread;
    private final NanoClock clock;

    private Pass away;

    private final Set<WaitingQuery> unanswered = Collections.newSetFromMap(new IdentityHashMap<>());

    /** What must wait until the pass is back. */
    private final List<Runnable> whenHome = new ArrayList<>();

    private long nanos;

    PassBeside(ScanThread thread, NanoClock clock) {
        this.thread = thread;
        this.clock = clock;
    }

    boolean isAway() {
        return away != null;
    }

    /** The total time that passes have been away. */
    long nanos() {
        return nanos;
    }

    void send(Pass pass, Runnable comesHome) {
        assert away == null : "one pass is away at a time";
        away = pass;
        unanswered.addAll(pass.queries());
        final long sentNanos = clock.nanoTime();
        thread.run(pass, () -> {
            assert away == pass : "the pass that was sent comes home";
            away = null;
            nanos += clock.nanoTime() - sentNanos;
            unanswered.clear();
            comesHome.run();
            List<Runnable> due = List.copyOf(whenHome);
            whenHome.clear();
            due.forEach(Runnable::run);
        });
    }

    void whenHome(Runnable task) {
        if (isAway()) {
            whenHome.add(task);
        } else {
            task.run();
        }
    }

    /** Takes the answers of a pass that is away, by mails of its thread. */
    Pass.Answers answersTo(Pass.Answers taken) {
        return new Pass.Answers() {
            @Override
            public void answered(WaitingQuery query, Part part, boolean tookTooLong) {
                thread.tell(() -> {
                    // A query that was cancelled meanwhile has been answered.
                    if (unanswered.contains(query)) {
                        if (!query.query().hasSecondRound() || part.error() != null) {
                            unanswered.remove(query);
                        }
                        taken.answered(query, part, tookTooLong);
                    }
                });
            }

            /** The task's thread looks for work after each mail. */
            @Override
            public void helpIsWelcome() {
                thread.tell(() -> {});
            }
        };
    }

    /** Whether this thread can take over some of the reading. */
    boolean canHelp() {
        final Help help = away == null ? null : away.help();
        return help != null && help.hasWork();
    }

    void help(SliceTimer timer) {
        final Help help = away.help();
        if (help != null) {
            help.runSlice(timer);
        }
    }

    /** Drops the queries that match, and returns the unanswered ones. */
    List<WaitingQuery> take(Predicate<WaitingQuery> isMeant) {
        List<WaitingQuery> taken = new ArrayList<>();
        unanswered.removeIf(query -> isMeant.test(query) && taken.add(query));
        if (!taken.isEmpty()) {
            final Pass pass = away;
            thread.order(() -> pass.removeMatching(isMeant));
        }
        return taken;
    }
}
