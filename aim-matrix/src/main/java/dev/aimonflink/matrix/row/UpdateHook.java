package dev.aimonflink.matrix.row;

import dev.aimonflink.matrix.model.DeclaredEvent;
import dev.aimonflink.matrix.record.EntityRecord;

/** Sees each record that counts an event. It changes only the {@linkplain EntityRecord#mark mark} of the record. */
public interface UpdateHook {
    /** The record is in the windows in which it is about to count an event. */
    void before(EntityRecord record);

    void after(EntityRecord record, DeclaredEvent event);
}
