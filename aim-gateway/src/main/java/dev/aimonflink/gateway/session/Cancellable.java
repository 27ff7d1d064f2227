package dev.aimonflink.gateway.session;

/** Who may be running a statement, which others can end. Thread-safe. */
public interface Cancellable {
    int processId();

    String user();

    /** Ends the running statement, if any. */
    void cancel();

    /** Ends the running statement, and each that begins. */
    void terminate();
}
