package dev.aimonflink.core.matrix;

import dev.aimonflink.core.model.DeclaredEvent;

/** Is called before and after every event that is applied, with its record, which it must not keep or change. */
public interface UpdateHook {
    UpdateHook NONE = new UpdateHook() {
        @Override
        public void before(SubscriberRecord record, DeclaredEvent event) {}

        @Override
        public void after(SubscriberRecord record, DeclaredEvent event) {}
    };

    void before(SubscriberRecord record, DeclaredEvent event);

    void after(SubscriberRecord record, DeclaredEvent event);
}
