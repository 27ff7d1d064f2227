package dev.aimonflink.bench.experiment;

/**
 * How many of the computed answers were compared with ones computed otherwise, and how many differed.
 *
 * @param timeouts questions that got no answer in time: they are slow, not wrong
 */
public record Answers(int verified, int wrong, int timeouts) {
    public Answers(int verified, int wrong) {
        this(verified, wrong, 0);
    }

    public Answers plus(Answers others) {
        return new Answers(verified + others.verified, wrong + others.wrong, timeouts + others.timeouts);
    }
}
