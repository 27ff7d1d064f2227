package dev.aimonflink.bench.harness;

/** One command of {@code aim bench} that measures the whole system. */
public interface Experiment {
    /** Its command, and its file's name. */
    String name();

    /** A line for the help text, without a stop. */
    String summary();

    Defaults defaults();

    /** Measures, and has every deployment examined. */
    void run(Bench bench) throws InterruptedException;
}
