package dev.aimonflink.lab.demo;

import java.util.function.BooleanSupplier;
import org.jline.utils.Signals;

/** Takes one Ctrl-C as the wish to stop; a second one ends the JVM. */
final class Interruption implements BooleanSupplier, AutoCloseable {
    private static final String CTRL_C = "INT";

    private final String signal;
    private final Object before;
    private volatile boolean isWished;

    Interruption() {
        this(CTRL_C);
    }

    /** @param signal without SIG, such as INT */
    Interruption(String signal) {
        this.signal = signal;
        before = Signals.register(signal, this::wish);
    }

    private void wish() {
        isWished = true;
        close();
    }

    @Override
    public boolean getAsBoolean() {
        return isWished;
    }

    @Override
    public void close() {
        Signals.unregister(signal, before);
    }
}
