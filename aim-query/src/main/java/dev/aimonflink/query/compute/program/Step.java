package dev.aimonflink.query.compute.program;

/** One loop of a program over the rows of a vector. */
@FunctionalInterface
public interface Step {
    void run(int rows);
}
