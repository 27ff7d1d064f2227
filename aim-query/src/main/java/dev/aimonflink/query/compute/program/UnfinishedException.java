package dev.aimonflink.query.compute.program;

/** Ends a step of opening a scan to let events in; the next step goes on, see {@link NameLoops}. */
public final class UnfinishedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    UnfinishedException() {
        super(null, null, false, false);
    }
}
