package dev.aimonflink.core.matrix;

import dev.aimonflink.core.model.Event;

/** Sees every event that is applied, with its record before and after. The record must not be kept or changed. */
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
