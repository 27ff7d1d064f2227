package dev.aimonflink.lab.feed;

import dev.aimonflink.matrix.calls.Event;
import java.util.function.LongFunction;

/** A feed that takes a call in between. */
public interface CallFeed {
    /** Publishes and returns the call that a function makes for the current time. */
    Event publishCall(LongFunction<Event> callAt);
}
