package dev.aimonflink.core.kernel;

import java.util.List;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * The scalar and the vector twins of loops of one kind, and for each loop the one that serves: the scalar one until it is
 * told otherwise. Any thread may read that meanwhile.
 */
final class Twins<T> {
    private final T scalar;
    private final T vector;
    private final List<Trial<T>> trials;
    private final AtomicReferenceArray<T> serving;

    Twins(T scalar, T vector, Trial<T>[] trials) {
        this.scalar = scalar;
        this.vector = vector;
        this.trials = List.of(trials);
        serving = new AtomicReferenceArray<>(trials.length);
        serveScalar();
    }

    /** The twin of a loop that serves. */
    T of(Trial<T> trial) {
        return serving.get(trial.ordinal());
    }

    void serveScalar() {
        trials.forEach(trial -> serve(trial, false));
    }

    void serve(Trial<T> trial, boolean isVector) {
        serving.set(trial.ordinal(), isVector ? vector : scalar);
    }

    boolean isVector(Trial<T> trial) {
        return of(trial) == vector;
    }

    /** The number of loops whose vector twin serves. */
    int vectors() {
        return (int) trials.stream().filter(this::isVector).count();
    }

    List<Contest> contests() {
        return trials.stream()
                .<Contest>map(trial -> new ContestOf<>(this, trial))
                .toList();
    }

    /** The twins of one loop, for who compares them. */
    interface Contest {
        String label();

        long run(boolean isVector, TrialBlock block, int rows);

        boolean isVector();

        void serve(boolean isVector);
    }

    private record ContestOf<T>(Twins<T> twins, Trial<T> trial) implements Contest {
        @Override
        public String label() {
            return trial.label();
        }

        @Override
        public long run(boolean isVector, TrialBlock block, int rows) {
            return trial.run(isVector ? twins.vector : twins.scalar, block, rows);
        }

        @Override
        public boolean isVector() {
            return twins.isVector(trial);
        }

        @Override
        public void serve(boolean isVector) {
            twins.serve(trial, isVector);
        }
    }
}
