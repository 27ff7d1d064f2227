package dev.aimonflink.sql.plan;

import dev.aimonflink.sql.bind.Bound;
import java.util.List;

/** What FROM lists, with each column's place in a combined row. */
interface Source {
    int width();

    /** Moves its columns behind those that it is joined with. */
    void shift(int columns);

    /** From left to right. */
    void addTables(List<NamedTable> tables);

    /**
     * Adds the columns that an unqualified name means.
     *
     * @param isAlias whether to search the columns' other names instead
     */
    void addColumns(String name, boolean isAlias, int position, List<Bound> columns);

    /** Adds what a star shows. */
    void addShown(int position, List<Shown> shown);

    /** A column behind a star. */
    record Shown(String name, Bound value) {}
}
