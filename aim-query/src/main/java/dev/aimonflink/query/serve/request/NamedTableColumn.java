package dev.aimonflink.query.serve.request;

import dev.aimonflink.matrix.layout.MatrixSchema;
import dev.aimonflink.matrix.names.TableColumn;
import dev.aimonflink.matrix.names.TableColumns;
import dev.aimonflink.sql.text.Spelling;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Finds a table's column by the name in a query, or says which columns there are. */
record NamedTableColumn(MatrixSchema schema, TableColumns tables) {
    /** How many columns of tables a message names; tables have up to 256 each. */
    static final int MAX_LISTED = 32;

    TableColumn of(String name, GivenParameters arguments) {
        List<TableColumn> found = tables.named(name);
        if (found.size() > 1) {
            throw arguments.invalid("finds the column " + GivenParameters.quoted(name)
                    + " in the tables of several attributes. Give one of " + listed(found) + ".");
        }
        if (found.isEmpty()) {
            throw arguments.invalid("knows no column " + GivenParameters.quoted(name) + ". " + hint(name)
                    + "Give names with commas between them; `aim model show` lists the aggregates, the attributes are "
                    + String.join(", ", EntityQuery.attributeNames(schema)) + ofTables() + ".");
        }
        return found.get(0);
    }

    private String ofTables() {
        return tables.all().isEmpty() ? "" : ", the columns of their tables are " + listed(tables.all());
    }

    private static String listed(List<TableColumn> columns) {
        String listed = columns.stream()
                .limit(MAX_LISTED)
                .map(TableColumn::qualifiedName)
                .collect(Collectors.joining(", "));
        int others = columns.size() - MAX_LISTED;
        return others > 0 ? listed + " and " + others + " more" : listed;
    }

    private String hint(String name) {
        List<String> known = new ArrayList<>(EntityQuery.attributeNames(schema));
        for (TableColumn column : tables.all()) {
            known.add(column.name());
            known.add(column.qualifiedName());
        }
        known.addAll(schema.model().names().aliases().keySet());
        known.addAll(schema.names());
        return Spelling.closest(name, known)
                .map(near -> "Did you mean '" + near + "'? ")
                .orElse("");
    }
}
