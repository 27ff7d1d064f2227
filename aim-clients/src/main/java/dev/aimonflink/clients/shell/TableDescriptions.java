package dev.aimonflink.clients.shell;

import dev.aimonflink.clients.output.AnswerOutput;
import dev.aimonflink.sql.text.Spelling;
import java.io.PrintStream;
import java.util.List;
import java.util.Locale;

/** Shows the tables and their columns. */
final class TableDescriptions {
    private final Vocabulary vocabulary;
    private final AnswerOutput output;
    private final PrintStream notes;

    TableDescriptions(Vocabulary vocabulary, AnswerOutput output, PrintStream notes) {
        this.vocabulary = vocabulary;
        this.output = output;
        this.notes = notes;
    }

    /** Returns whether there is such a table, as far as known. */
    boolean show(String pattern) {
        vocabulary.refresh().ifPresent(notes::println);
        if (vocabulary.shownTables().isEmpty()) {
            return false;
        }
        if (pattern.isEmpty()) {
            output.print(
                    ShownTable.HEADERS,
                    vocabulary.shownTables().stream().map(ShownTable::row).toList());
            return true;
        }
        List<ShownTable> tables = vocabulary.tablesLike(pattern);
        for (ShownTable table : tables) {
            if (tables.size() > 1) {
                notes.println("Table " + table.name());
            }
            show(table);
        }
        if (tables.isEmpty()) {
            notes.println("There is no table " + Spelling.shortened(pattern) + ". "
                    + Spelling.closest(pattern.toLowerCase(Locale.ROOT), vocabulary.tables())
                            .map(name -> "Did you mean '" + name + "'?")
                            .orElse("\\d lists all."));
        }
        return !tables.isEmpty();
    }

    private void show(ShownTable table) {
        output.print(ShownColumn.HEADERS, table.rows());
        if (table.hasColumnsThatAreNotKept()) {
            notes.println(
                    "The first question over all entities that reads a column which is not kept waits until it has been read"
                            + " from the records. `aim columns` shows which are kept now.");
        }
    }
}
