package dev.aimonflink.matrix.model;

/** The content of a record of the profiles topic: a profile, or the erasure of an entity. */
public sealed interface EntityUpdate permits EntityProfile, EntityUpdate.Forget {
    /** The field of a record that erases an entity; neither keys nor attributes have this name. */
    String FORGET = "forget";

    EntityId key();

    /** Erases the entity: its aggregates, its profile and its row. */
    record Forget(EntityId key) implements EntityUpdate {}
}
