package dev.aimonflink.bench.experiment;

/** How many of the computed answers were compared with ones computed otherwise, and how many differed. */
public record Answers(int verified, int wrong) {
    public Answers plus(Answers others) {
        return new Answers(verified + others.verified, wrong + others.wrong);
    }
}
