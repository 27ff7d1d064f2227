package dev.aimonflink.matrix.row;

import dev.aimonflink.matrix.model.DeclaredEvent;
import dev.aimonflink.matrix.record.EntityRecord;

/** Is called before and after every event that is applied, with its record, which it must not keep or change. */
public interface UpdateHook {
    UpdateHook NONE = new UpdateHook() {
        @Override
        public void before(EntityRecord record, DeclaredEvent event) {}

        @Override
        public void after(EntityRecord record, DeclaredEvent event) {}
    };

    void before(EntityRecord record, DeclaredEvent event);

    void after(EntityRecord record, DeclaredEvent event);
}
