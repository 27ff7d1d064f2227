package dev.aimonflink.matrix.model;

import java.io.Serializable;

/**
 * One column of a model's matrix.
 *
 * @param field index; {@link #NO_FIELD} for counts of events
 * @param filter index
 * @param window index
 * @param copy from 0
 * @param name unique in its model
 */
public record ModelColumn(EventFunction function, int field, int filter, int window, int copy, String name)
        implements Serializable {
    public static final int NO_FIELD = -1;
}
