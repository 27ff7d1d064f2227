package dev.aimonflink.core.matrix;

/**
 * A column of a dimension table that queries filter or group by. The join happens when a profile arrives, not when a
 * query runs: the matrix has an int column of codes for each dimension.
 */
public enum Dimension {
    CITY,
    REGION,
    COUNTRY,
    SUBSCRIPTION_TYPE,
    CATEGORY,
    CELL_VALUE_TYPE;

    /** How many there are, without the copy that {@code values()} makes. */
    public static final int COUNT = values().length;
}
