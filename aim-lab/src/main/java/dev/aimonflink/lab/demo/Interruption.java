package dev.aimonflink.lab.demo;

import java.util.function.BooleanSupplier;
import org.jline.utils.Signals;

/** Takes one Ctrl-C, once somebody asks for it, as the wish to stop; a second one ends the JVM. */
final class Interruption implements BooleanSupplier, AutoCloseable {
    private static final String CTRL_C = "INT";

    private final String signal;
    private Object before;
    private boolean isListening;
    private volatile boolean isWished;

    Interruption() {
        this(CTRL_C);
    }

    /** @param signal without SIG, such as INT */
    Interruption(String signal) {
        this.signal = signal;
    }

    private void wish() {
        isWished = true;
        close();
    }

    @Override
    public synchronized boolean getAsBoolean() {
        if (!isListening && !isWished) {
            before = Signals.register(signal, this::wish);
            isListening = true;
        }
        return isWished;
    }

    @Override
    public synchronized void close() {
        if (isListening) {
            Signals.unregister(signal, before);
            isListening = false;
        }
    }
}
