package dev.aimonflink.bench.harness;

import dev.aimonflink.bench.world.MeasuredModel;
import java.util.Optional;

/** One command of {@code aim bench} that measures the whole system. */
public abstract class Experiment {
    private final String name;
    private final String summary;
    private final Defaults defaults;

    /**
     * @param name of the command and the result's file
     * @param summary a line of help, without a full stop
     */
    protected Experiment(String name, String summary, Defaults defaults) {
        this.name = name;
        this.summary = summary;
        this.defaults = defaults;
    }

    public final String name() {
        return name;
    }

    public final String summary() {
        return summary;
    }

    public final Defaults defaults() {
        return defaults;
    }

    /** The model to measure by default; empty for calls. */
    public Optional<MeasuredModel> defaultModel() {
        return Optional.empty();
    }

    /** Measures, and has the answers of every deployment examined. */
    public abstract void run(Bench bench) throws InterruptedException;
}
