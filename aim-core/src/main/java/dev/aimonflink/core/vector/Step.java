package dev.aimonflink.core.vector;

/** One loop of a program over the rows of a vector. */
@FunctionalInterface
interface Step {
    void run(int rows);
}
