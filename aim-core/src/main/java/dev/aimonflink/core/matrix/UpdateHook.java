package dev.aimonflink.core.matrix;

import dev.aimonflink.core.model.Event;

/** Is called before and after every event that is applied, with its record, which it must not keep or change. */
public interface UpdateHook {
    UpdateHook NONE = new UpdateHook() {
        @Override
        public void before(SubscriberRecord record, Event event) {}

        @Override
        public void after(SubscriberRecord record, Event event) {}
    };

    void before(SubscriberRecord record, Event event);

    void after(SubscriberRecord record, Event event);
}
