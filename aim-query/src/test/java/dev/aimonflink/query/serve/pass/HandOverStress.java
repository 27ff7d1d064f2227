package dev.aimonflink.query.serve.pass;

import dev.aimonflink.matrix.column.HeldBlocks;
import dev.aimonflink.query.serve.mode.ScanMode;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;

/** What a {@link ScanThread} and the task's thread see of each other, for jcstress: {@link HandOverStressTest} runs it. */
public final class HandOverStress {
    private HandOverStress() {}

    /** A scan thread in steps, and the mailbox of its task. */
    private static final class Threads {
        /** That can only be given back. */
        private static final Pass OVER = over();

        private final Queue<Runnable> mails = new ConcurrentLinkedQueue<>();
        private final ScanThread scans = new ScanThread(null, mails::add, PartitionClocks.SYSTEM, 0, failure -> {});

        private static Pass over() {
            HeldBlocks none = (HeldBlocks) Proxy.newProxyInstance(
                    HeldBlocks.class.getClassLoader(),
                    new Class<?>[] {HeldBlocks.class},
                    (proxy, method, arguments) -> method.getReturnType() == int.class ? 0 : null);
            Pass pass = new Pass(
                    new Part.Source(0, 1, 0),
                    new Cuts.Taken(ScanMode.S2, none, null, null, new LastParts.Moment(0, 0), 0, 0),
                    null,
                    null,
                    NanoClock.SYSTEM,
                    null,
                    List.of());
            pass.abandon();
            return pass;
        }

        /** Runs the next mail. Returns how many there were, of one. */
        private int readMail() {
            final Runnable mail = mails.poll();
            if (mail == null) {
                return 0;
            }
            mail.run();
            return 1;
        }
    }

    /** Whoever sees that a pass is given sees what was written before. */
    @JCStressTest
    @Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "Nothing is given.")
    @Outcome(id = "0, 1", expect = Expect.ACCEPTABLE, desc = "It is about to be given.")
    @Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "It is given.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "It is given without what it is of.")
    @State
    public static class Given {
        private final Threads threads = new Threads();
        private int cell;

        /** The task's thread. */
        @Actor
        public void task() {
            cell = 1;
            threads.scans.run(null, null);
        }

        /** The scan thread, which has seen the cell before. */
        @Actor
        public void scan(II_Result result) {
            final int before = cell;
            result.r1 = threads.scans.hasPass() ? 1 : 0;
            result.r2 = Math.max(before, cell);
        }
    }

    /** A pass that the task's thread gives as soon as it has the last one again is not lost. */
    @JCStressTest
    @Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "The mail has not come yet.")
    @Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "The next one is given.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "It is lost.")
    @State
    public static class Next {
        private final Threads threads = new Threads();

        public Next() {
            threads.scans.run(Threads.OVER, () -> threads.scans.run(Threads.OVER, () -> {}));
        }

        /** The scan thread. */
        @Actor
        public void scan() {
            threads.scans.step();
        }

        /** The task's thread. */
        @Actor
        public void task(II_Result result) {
            result.r1 = threads.readMail();
        }

        /** What is left in the end. */
        @Arbiter
        public void end(II_Result result) {
            result.r2 = threads.scans.hasPass() ? 1 : 0;
        }
    }

    /** An order is carried out once: by the thread that has the pass. */
    @JCStressTest
    @Outcome(id = "1", expect = Expect.ACCEPTABLE, desc = "Once.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "Not at all, or twice.")
    @State
    public static class Order {
        private final Threads threads = new Threads();
        private int carriedOut;

        public Order() {
            threads.scans.run(Threads.OVER, () -> {});
        }

        /** The scan thread. */
        @Actor
        public void scan() {
            threads.scans.step();
        }

        /** The task's thread. */
        @Actor
        public void task() {
            threads.scans.order(() -> carriedOut++);
            threads.readMail();
        }

        /** The mail that comes later. */
        @Arbiter
        public void end(I_Result result) {
            threads.readMail();
            result.r1 = carriedOut;
        }
    }

    /** Whoever finds that all blocks are taken, and that the thread that helps is not busy, sees what that has done. */
    @JCStressTest
    @Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "This thread has taken the block.")
    @Outcome(id = "1, -1", expect = Expect.ACCEPTABLE, desc = "The other one shows it.")
    @Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "The other one has shown it.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "The other one seems to be done, and is not.")
    @State
    public static class Helped {
        private final SliceTimer timer = new SliceTimer(PartitionClocks.SYSTEM);
        private int cell;
        private final List<RunningScan> scans = new ArrayList<>(List.of(fails()));
        private final Help help = new Help(oneBlock(), null, scans, List.of());

        private HeldBlocks oneBlock() {
            return (HeldBlocks) Proxy.newProxyInstance(
                    HeldBlocks.class.getClassLoader(),
                    new Class<?>[] {HeldBlocks.class},
                    (proxy, method, arguments) -> {
                        if (method.getName().equals("open")) {
                            cell = 1;
                            return null;
                        }
                        return method.getReturnType() == int.class ? 1 : null;
                    });
        }

        /** It is shown nothing, as there is nothing to open it with. */
        private static RunningScan fails() {
            return new RunningScan(null, null, 0);
        }

        /** The task's thread. */
        @Actor
        public void task() {
            timer.start(Long.MAX_VALUE);
            help.runSlice(timer);
        }

        /** The scan thread. */
        @Actor
        public void scan(II_Result result) {
            result.r1 = help.take();
            result.r2 = result.r1 == 0 ? 0 : help.isBusy() ? -1 : cell;
            if (result.r1 == 0 && help.take() > 0 && !help.isBusy()) {
                scans.clear();
            }
        }
    }
}
