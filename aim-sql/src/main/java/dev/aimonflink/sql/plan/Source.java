package dev.aimonflink.sql.plan;

import dev.aimonflink.sql.bind.Bound;
import java.util.List;

/** What FROM lists, with the place of each column in a row of all of it. */
interface Source {
    /** How many columns a row has. */
    int width();

    /** Moves its columns behind those of what it is joined with. */
    void shift(int columns);

    /** Adds its tables, from left to right. */
    void addTables(List<NamedTable> tables);

    /**
     * Adds the columns that a name without a table means.
     *
     * @param isAlias whether to look among the other names of columns instead
     */
    void addColumns(String name, boolean isAlias, int position, List<Bound> columns);

    /** Adds what a star shows. */
    void addShown(int position, List<Shown> shown);

    /** A column behind a star. */
    record Shown(String name, Bound value) {}
}
