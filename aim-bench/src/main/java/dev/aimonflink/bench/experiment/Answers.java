package dev.aimonflink.bench.experiment;

/**
 * How many answers agreed with independently computed ones, and how many differed.
 *
 * @param timeouts questions without an answer in time: slow, not wrong
 */
public record Answers(int verified, int wrong, int timeouts) {
    public Answers(int verified, int wrong) {
        this(verified, wrong, 0);
    }

    public Answers plus(Answers others) {
        return new Answers(verified + others.verified, wrong + others.wrong, timeouts + others.timeouts);
    }
}
