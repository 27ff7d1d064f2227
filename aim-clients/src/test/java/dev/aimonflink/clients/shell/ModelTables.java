package dev.aimonflink.clients.shell;

import dev.aimonflink.matrix.model.Attribute;
import dev.aimonflink.matrix.model.FieldType;
import dev.aimonflink.matrix.model.Model;
import dev.aimonflink.matrix.model.Names;
import dev.aimonflink.matrix.names.EntityTable;
import dev.aimonflink.matrix.names.EntityTables;
import dev.aimonflink.query.ask.tables.MatrixTables;
import dev.aimonflink.sql.bind.Column;
import dev.aimonflink.sql.plan.Table;
import dev.aimonflink.sql.type.SqlType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The tables of a model, as a job has them whose matrix is empty. */
final class ModelTables implements KnownTables {
    /** The index of the key among the columns of the matrix. */
    private static final int KEY = 0;

    private final Model model;
    private final EntityTables files;
    private final MatrixTables tables;
    private final LiveValues live;

    /** @param live the values of columns that the model knows none of */
    ModelTables(Model model, EntityTables files, MatrixTables tables, LiveValues live) {
        this.model = model;
        this.files = files;
        this.tables = tables;
        this.live = live;
    }

    @Override
    public List<ShownTable> tables() {
        return tables.ownNames().stream()
                .map(name -> shown(tables.find(name).orElseThrow()))
                .toList();
    }

    private static ShownTable shown(Table table) {
        List<ShownColumn> columns = new ArrayList<>();
        for (Column column : table.columns()) {
            List<String> names = table.aliases().entrySet().stream()
                    .filter(alias -> alias.getValue().equals(column.name()))
                    .map(Map.Entry::getKey)
                    .sorted()
                    .toList();
            if (!table.unlisted().contains(column.index())) {
                columns.add(new ShownColumn(column.name(), column.type().toString(), null, names));
            }
        }
        return new ShownTable(table.name(), columns);
    }

    @Override
    public List<String> values(String name) {
        for (String table : tables.ownNames()) {
            Table found = tables.find(table).orElseThrow();
            String resolved = found.aliases().getOrDefault(name, name);
            for (Column each : found.columns()) {
                if (each.name().equals(resolved)) {
                    List<String> values = values(found, each);
                    if (!values.isEmpty()) {
                        return values;
                    }
                }
            }
        }
        return List.of();
    }

    private List<String> values(Table table, Column column) {
        if (table.name().equals(tables.ownNames().get(0))) {
            List<String> ofModel = valuesOfModel(column);
            // As many keys as entities are no help.
            boolean isAsked = ofModel.isEmpty() && column.type().is(SqlType.Kind.TEXT) && column.index() != KEY;
            return isAsked ? live.of(table.name(), column.name()) : ofModel;
        }
        return ofFile(
                files.names().stream()
                        .filter(name -> Names.folded(name).equals(table.name()))
                        .map(files::table)
                        .findFirst(),
                column.index());
    }

    private List<String> valuesOfModel(Column column) {
        return model.entity().attributes().stream()
                .flatMap(attribute -> valuesOf(attribute, column.name()).stream())
                .distinct()
                .sorted()
                .toList();
    }

    /** Of the attribute itself, or of a column of its table that the model lists. */
    private List<String> valuesOf(Attribute attribute, String column) {
        String snakeCase = Names.snakeCase(attribute.name());
        if (column.equals(snakeCase) && attribute.type().is(FieldType.Kind.ENUM)) {
            return attribute.type().sqlType().labels();
        }
        if (attribute.table() == null) {
            return List.of();
        }
        EntityTable file = files.table(attribute.table());
        List<String> values = new ArrayList<>();
        for (int i = 0; i < file.columns().size(); i++) {
            boolean isKey = i == 0 && column.equals(snakeCase);
            if (isKey
                    || column.equals(
                            snakeCase + "_" + Names.folded(file.columns().get(i)))) {
                values.addAll(ofFile(Optional.of(file), i));
            }
        }
        return values;
    }

    private static List<String> ofFile(Optional<EntityTable> file, int column) {
        List<String> values = file.map(table ->
                        table.column(column).stream().distinct().sorted().toList())
                .orElse(List.of());
        return values.size() > LiveValues.MAX_VALUES ? List.of() : values;
    }
}
