package dev.aimonflink.core.model;

/** The foreign keys of a subscriber, each into one dimension table. */
public enum Attribute {
    ZIP,
    SUBSCRIPTION_TYPE,
    CATEGORY,
    CELL_VALUE_TYPE;

    /** How many there are, without the copy that {@code values()} makes. */
    public static final int COUNT = values().length;
}
